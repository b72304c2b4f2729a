/*
 * disk.c: a disk that fails, kills or remembers.
 *
 * SQLite's files keep their own methods; those that change something are replaced by ours, which
 * call them. A file is known by its handle, so there is a small table of the open ones.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "disk.h"
#include "workbook.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_OPEN = 64, MAX_KINDS = 8, FILES = 3, SECTOR = 512 };

static const char *const suffix[FILES] = {"", "-wal", "-journal"};

enum op_kind { OP_WRITE, OP_TRUNCATE, OP_SYNC, OP_DELETE };

struct op {
    enum op_kind kind;
    int file;
    int64_t at;
    size_t n;
    unsigned char *data;
};

static struct {
    sqlite3_vfs vfs, *real;
    struct kind {
        const sqlite3_io_methods *own;
        sqlite3_io_methods shown;
    } kind[MAX_KINDS];
    struct {
        sqlite3_file *f;
        int file; /* which of the recorded ones, or -1 */
    } open[MAX_OPEN];
    enum disk_fault fault;
    int left, fired;
    char path[256]; /* recorded; empty: none is */
    char *base[FILES];
    size_t base_n[FILES];
    struct op *op;
    size_t nops;
} disk;

/* ---- Faults ----------------------------------------------------------------------------- */

void disk_arm(enum disk_fault fault, int n)
{
    disk.fault = fault;
    disk.left = n;
    disk.fired = 0;
}

int disk_fired(void)
{
    return disk.fired;
}

/* SQLITE_OK, or what the operation returns instead of being done. */
static int strike(int eio)
{
    if (disk.fault == DISK_SOUND || disk.left-- > 0)
        return SQLITE_OK;
    if (disk.fault == DISK_KILL)
        raise(SIGKILL);
    if (disk.left < -1 && (disk.fault == DISK_FULL_ONCE || disk.fault == DISK_EIO_ONCE))
        return SQLITE_OK;
    disk.fired++;
    return disk.fault == DISK_FULL || disk.fault == DISK_FULL_ONCE ? SQLITE_FULL : eio;
}

/* ---- Recording -------------------------------------------------------------------------- */

static int recorded_file(const char *name)
{
    size_t n = strlen(disk.path);

    if (!name || n == 0 || strncmp(name, disk.path, n) != 0)
        return -1;
    for (int k = 0; k < FILES; k++)
        if (strcmp(name + n, suffix[k]) == 0)
            return k;
    return -1;
}

static int file_of(const sqlite3_file *f)
{
    for (size_t k = 0; k < MAX_OPEN; k++)
        if (disk.open[k].f == f)
            return disk.open[k].file;
    return -1;
}

static void note(enum op_kind kind, int file, const void *data, size_t n, int64_t at)
{
    struct op *op;

    if (file < 0 || !*disk.path)
        return;
    if (disk.nops % 1024 == 0) {
        void *more = realloc(disk.op, (disk.nops + 1024) * sizeof *disk.op);

        if (!more)
            abort();
        disk.op = more;
    }
    op = &disk.op[disk.nops++];
    *op = (struct op){kind, file, at, n, data ? malloc(n + 1) : NULL};
    if (op->data)
        memcpy(op->data, data, n);
}

void disk_record(const char *path)
{
    char name[300];

    disk_forget();
    for (int k = 0; k < FILES; k++) {
        snprintf(name, sizeof name, "%s%s", path, suffix[k]);
        disk.base[k] = book_read(name, &disk.base_n[k]);
    }
    snprintf(disk.path, sizeof disk.path, "%s", path);
}

size_t disk_recorded(void)
{
    return disk.nops;
}

void disk_forget(void)
{
    for (size_t k = 0; k < disk.nops; k++)
        free(disk.op[k].data);
    for (int k = 0; k < FILES; k++) {
        free(disk.base[k]);
        disk.base[k] = NULL;
    }
    free(disk.op);
    disk.op = NULL;
    disk.nops = 0;
    *disk.path = '\0';
}

/* ---- The layer -------------------------------------------------------------------------- */

static const sqlite3_io_methods *own(sqlite3_file *f)
{
    size_t k = 0;

    while (f->pMethods != &disk.kind[k].shown)
        k++;
    return disk.kind[k].own;
}

static int layer_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at)
{
    int rc = strike(SQLITE_IOERR_WRITE);

    if (rc == SQLITE_OK)
        rc = own(f)->xWrite(f, p, n, at);
    if (rc == SQLITE_OK)
        note(OP_WRITE, file_of(f), p, (size_t)n, at);
    return rc;
}

static int layer_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    int rc = strike(SQLITE_IOERR_TRUNCATE);

    if (rc == SQLITE_OK)
        rc = own(f)->xTruncate(f, size);
    if (rc == SQLITE_OK)
        note(OP_TRUNCATE, file_of(f), NULL, 0, size);
    return rc;
}

static int layer_sync(sqlite3_file *f, int flags)
{
    int rc = strike(SQLITE_IOERR_FSYNC);

    if (rc == SQLITE_OK)
        rc = own(f)->xSync(f, flags);
    if (rc == SQLITE_OK)
        note(OP_SYNC, file_of(f), NULL, 0, 0);
    return rc;
}

static int layer_close(sqlite3_file *f)
{
    for (size_t k = 0; k < MAX_OPEN; k++)
        if (disk.open[k].f == f)
            disk.open[k].f = NULL;
    return own(f)->xClose(f);
}

static void show(sqlite3_file *f, const char *name)
{
    size_t k = 0, slot = 0;

    while (disk.kind[k].own && disk.kind[k].own != f->pMethods)
        k++;
    while (disk.open[slot].f)
        slot++;
    if (k >= MAX_KINDS || slot >= MAX_OPEN)
        abort();
    disk.kind[k].own = f->pMethods;
    disk.kind[k].shown = *f->pMethods;
    disk.kind[k].shown.xWrite = layer_write;
    disk.kind[k].shown.xTruncate = layer_truncate;
    disk.kind[k].shown.xSync = layer_sync;
    disk.kind[k].shown.xClose = layer_close;
    f->pMethods = &disk.kind[k].shown;
    disk.open[slot].f = f;
    disk.open[slot].file = recorded_file(name);
}

static int layer_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
    int rc = strike(SQLITE_CANTOPEN);

    f->pMethods = NULL;
    if (rc == SQLITE_OK)
        rc = disk.real->xOpen(vfs, name, f, flags, out);
    if (f->pMethods)
        show(f, name);
    return rc;
}

static int layer_delete(sqlite3_vfs *vfs, const char *name, int sync_dir)
{
    int rc = strike(SQLITE_IOERR_DELETE);

    if (rc == SQLITE_OK)
        rc = disk.real->xDelete(vfs, name, sync_dir);
    if (rc == SQLITE_OK)
        note(OP_DELETE, recorded_file(name), NULL, (size_t)sync_dir, 0);
    return rc;
}

void disk_install(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.real;
    disk.vfs.zName = "disk";
    disk.vfs.xOpen = layer_open;
    disk.vfs.xDelete = layer_delete;
    if (sqlite3_vfs_register(&disk.vfs, 1) != SQLITE_OK)
        abort();
}

/* ---- Images ----------------------------------------------------------------------------- */

struct image {
    unsigned char *data;
    size_t n, room;
    bool there;
};

static uint32_t draw(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void resize(struct image *im, size_t n)
{
    if (n > im->room) {
        im->room = 2 * n;
        im->data = realloc(im->data, im->room);
        if (!im->data)
            abort();
    }
    if (n > im->n)
        memset(im->data + im->n, 0, n - im->n);
    im->n = n;
}

static void put(struct image *im, const struct op *op, size_t from, size_t n)
{
    im->there = true;
    if ((size_t)op->at + from + n > im->n)
        resize(im, (size_t)op->at + from + n);
    memcpy(im->data + op->at + from, op->data + from, n);
}

/* One operation that the disk had not confirmed: kept, lost, or torn. */
static void maybe(struct image *im, const struct op *op, uint32_t *state)
{
    uint32_t fate = draw(state) % 3;

    if (fate == 0)
        return;
    if (op->kind == OP_WRITE && fate == 2)
        for (size_t from = 0; from < op->n; from += SECTOR) {
            if (draw(state) % 2)
                put(im, op, from, op->n - from < SECTOR ? op->n - from : SECTOR);
        }
    else if (op->kind == OP_WRITE)
        put(im, op, 0, op->n);
    else if (op->kind == OP_TRUNCATE)
        resize(im, (size_t)op->at);
    else if (op->kind == OP_DELETE) {
        im->there = false;
        im->n = 0;
    }
}

static void surely(struct image *im, const struct op *op)
{
    if (op->kind == OP_WRITE)
        put(im, op, 0, op->n);
    else if (op->kind == OP_TRUNCATE)
        resize(im, (size_t)op->at);
    else if (op->kind == OP_DELETE) {
        im->there = false;
        im->n = 0;
    }
}

/* Before the last sync, or a deletion that synced the directory, everything is certain. */
static size_t certain(int file, size_t at)
{
    size_t k = at;

    while (k > 0 && !(disk.op[k - 1].file == file &&
                      (disk.op[k - 1].kind == OP_SYNC ||
                       (disk.op[k - 1].kind == OP_DELETE && disk.op[k - 1].n))))
        k--;
    return k;
}

static bool image_of(int file, size_t at, uint32_t *state, const char *to)
{
    struct image im = {.there = disk.base[file] != NULL};
    size_t sure = certain(file, at);
    char name[300];
    bool ok = true;

    resize(&im, disk.base_n[file]);
    if (disk.base_n[file])
        memcpy(im.data, disk.base[file], disk.base_n[file]);
    for (size_t k = 0; k < at; k++) {
        if (disk.op[k].file != file)
            continue;
        if (k < sure)
            surely(&im, &disk.op[k]);
        else
            maybe(&im, &disk.op[k], state);
    }
    snprintf(name, sizeof name, "%s%s", to, suffix[file]);
    unlink(name);
    if (im.there)
        ok = book_write(name, im.data, im.n);
    free(im.data);
    return ok;
}

bool disk_image(size_t at, uint32_t seed, const char *to)
{
    uint32_t state = seed * 2654435761u + 1;
    char shm[300];
    bool ok = true;

    snprintf(shm, sizeof shm, "%s-shm", to);
    unlink(shm);
    for (int k = 0; k < FILES; k++)
        ok = image_of(k, at, &state, to) && ok;
    return ok;
}
