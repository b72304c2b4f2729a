/*
 * A file for `ridge import`: any bytes, and any bytes as the database inside a head whose checksum is right. It is
 * refused with a sentence, or merged; the workbook stays sound, and its own facts stay in it.
 * sources: -D_GNU_SOURCE db/attempt.c db/audit.c db/backup.c db/check.c db/check_class.c db/create.c db/error.c
 * sources: db/connection.c db/generations.c
 * sources: db/files.c db/gradebook.c db/grading.c db/history.c db/journal.c db/learning.c db/locate.c db/merge.c
 * sources: db/migrate.c db/notebook.c db/open.c db/progress.c db/report.c db/review.c db/statement.c db/temp.c
 * sources: db/transfer.c runner/base/err.c
 * sources: db/transfer_file.c BUILD/db/sql.c -lsqlite3 -ljansson -lsodium
 */
#include "fuzz.h"

#include "db/transfer.h"

#include <ftw.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char home[48], book[64], file[64], image[64];
static struct db *db;

static void spill(const char *path, const void *head, size_t nhead, const void *p, size_t n)
{
    FILE *f = fopen(path, "wb");

    MUST(f && fwrite(head, 1, nhead, f) == nhead && fwrite(p, 1, n, f) == n && !fclose(f));
}

static size_t slurp(const char *path, unsigned char **ret)
{
    FILE *f = fopen(path, "rb");
    size_t n = 0;

    *ret = malloc(1 << 22);
    MUST(f && *ret);
    n = fread(*ret, 1, 1 << 22, f);
    fclose(f);
    return n;
}

static int remove_one(const char *p, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(p);
}

static void leave(void)
{
    nftw(home, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A workbook with a note, and the image of an export to be changed; in memory where that is possible. */
static void prepare(void)
{
    json_t *counts = NULL;
    unsigned char *all;
    size_t n;

    snprintf(home, sizeof home, "%s/fuzz-import-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    MUST(mkdtemp(home) && atexit(leave) == 0);
    snprintf(book, sizeof book, "%s/db", home);
    snprintf(file, sizeof file, "%s.ridge", book);
    snprintf(image, sizeof image, "%s.image", book);
    MUST(db_open(book, DB_CREATE, &db, NULL) == DB_OK);
    MUST(db_note_add(db, "w01", "mine", NULL) == DB_OK && db_event(db, "x", "", NULL) == DB_OK);
    MUST(db_export(db, file, &counts) == DB_OK);
    json_decref(counts);
    n = slurp(file, &all);
    spill(image, "", 0, all + TRANSFER_HEAD, n - TRANSFER_HEAD);
    free(all);
}

/* Each four bytes of the input: where, and what stands there then; sealed anew. */
static void change_image(const uint8_t *data, size_t size)
{
    unsigned char *all, hash[DB_HASH_BYTES];
    size_t n = slurp(image, &all);
    char head[TRANSFER_HEAD + 1], hex[2 * DB_HASH_BYTES + 1];

    for (size_t k = 0; k + 4 <= size; k += 4)
        all[((size_t)data[k] << 16 | (size_t)data[k + 1] << 8 | data[k + 2]) % n] = data[k + 3];
    db_hash(all, n, hash);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    memset(head, '\n', sizeof head);
    int len = snprintf(head, sizeof head, "ridge-data 1\nblake2b-256 %s\nbytes %zu\n", hex, n);
    head[len] = '\n';
    spill(file, head, TRANSFER_HEAD, all, n);
    free(all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *brought = NULL;
    int64_t mine = 0;
    char why[128];

    if (!db)
        prepare();
    if (size && data[0] & 1)
        spill(file, "", 0, data + 1, size - 1);
    else if (size)
        change_image(data + 1, size - 1);
    if (db_import(db, file, &brought) != DB_OK)
        MUST(strlen(db_error(db)) > 20);
    json_decref(brought);
    MUST(db_sound(db->sql, true, why, sizeof why));
    MUST(db_pragma_int(db->sql, "SELECT count(*) FROM note WHERE text = 'mine'", &mine) == SQLITE_OK && mine == 1);
    return 0;
}
