/* snapshot.c: a stamp over the data files, and a file of packed values that carries it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "snapshot.h"
#include "files.h"
#include "packed.h"
#include "runner/base/util.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 64 << 20 };

static uint64_t mix_file(uint64_t h, const char *root, const char *name)
{
    char path[4096];
    struct stat st;
    if (snprintf(path, sizeof path, "%s/%s", root, name) >= (int)sizeof path ||
        stat(path, &st) != 0)
        return h;
    const int64_t facts[] = {(int64_t)st.st_size,        (int64_t)st.st_ino,
                             (int64_t)st.st_mtim.tv_sec, (int64_t)st.st_mtim.tv_nsec,
                             (int64_t)st.st_ctim.tv_sec, (int64_t)st.st_ctim.tv_nsec};
    return util_mix(util_mix(h, name, strlen(name) + 1), facts, sizeof facts);
}

static uint64_t mix_dir(uint64_t h, const char *root, const char *dir)
{
    char **names = files_names(root, dir, ".lua", false);
    for (size_t k = 0; names && names[k]; k++) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", dir, names[k]);
        h = mix_file(h, root, name);
    }
    files_names_free(names);
    return h;
}

static uint64_t mix_labs(uint64_t h, const char *root)
{
    char **labs = files_names(root, "labs", NULL, true);
    for (size_t k = 0; labs && labs[k]; k++) {
        char name[1024];
        snprintf(name, sizeof name, "labs/%s/lab.lua", labs[k]);
        h = mix_file(h, root, name);
    }
    files_names_free(labs);
    return h;
}

uint64_t snapshot_stamp(const struct files *places)
{
    const char *root = places->root;
    uint64_t h = util_mix(UTIL_MIX, root, strlen(root) + 1);
    h = mix_dir(h, root, "curriculum");
    h = mix_dir(h, root, "curriculum/lua");
    h = mix_dir(h, root, "curriculum/weeks");
    h = mix_dir(h, root, "curriculum/prelude");
    h = mix_dir(h, root, "curriculum/cards");
    h = mix_labs(h, root);
    for (size_t k = 0; k < places->nshelves; k++) {
        const char *dir = places->shelves[k].dir;
        h = mix_labs(mix_file(util_mix(h, dir, strlen(dir) + 1), dir, "pack.lua"), dir);
    }
    return h;
}

/* --- the file ----------------------------------------------------------------------------- */

/*
 * A head, the directory {"stamp", "parts": {NAME: [at, size, hash]}} packed, and the parts, each packed for itself.
 * The numbers are this machine's: the file is kept for it alone.
 */
struct head {
    char magic[8];
    uint64_t directory, hash, whole; /* bytes of the directory and their hash; bytes of the file */
};

static const char magic[8] = "ridgek2";

struct snapshot {
    int fd;
    uint64_t stamp, at; /* where the parts begin */
    json_t *parts;
};

/* Eight bytes at a time: what a torn write leaves is found, what somebody forges is not. */
static uint64_t hash_of(const char *s, size_t n)
{
    uint64_t h = UTIL_MIX ^ n, word;
    for (; n >= sizeof word; s += sizeof word, n -= sizeof word) {
        memcpy(&word, s, sizeof word);
        h = (h ^ word) * 0x100000001b3u;
        h ^= h >> 29;
    }
    return util_mix(h, s, n);
}

/* The packed value in n bytes of the file, when they are what was written. */
static json_t *read_packed(int fd, uint64_t at, uint64_t n, uint64_t hash)
{
    char *bytes = n && n <= LARGEST ? malloc(n) : NULL;
    json_t *value = NULL;
    if (bytes && pread(fd, bytes, n, (off_t)at) == (ssize_t)n && hash_of(bytes, n) == hash)
        value = packed_read(bytes, n);
    free(bytes);
    return value;
}

/* The directory of a file that has all its bytes, and where that ends. */
static json_t *read_directory(int fd, uint64_t *ret_end)
{
    struct head h;
    struct stat st;
    if (fstat(fd, &st) != 0 || pread(fd, &h, sizeof h, 0) != sizeof h || memcmp(h.magic, magic, sizeof magic) ||
        h.whole != (uint64_t)st.st_size)
        return NULL;
    *ret_end = sizeof h + h.directory;
    return read_packed(fd, sizeof h, h.directory, h.hash);
}

struct snapshot *snapshot_open(const char *path, uint64_t stamp)
{
    struct snapshot *s = calloc(1, sizeof *s);
    int fd = s ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    uint64_t end = 0;
    json_t *directory = fd >= 0 ? read_directory(fd, &end) : NULL, *parts = json_object_get(directory, "parts");
    if (json_is_object(parts) && json_integer_value(json_object_get(directory, "stamp")) == (json_int_t)stamp) {
        *s = (struct snapshot){.fd = fd, .stamp = stamp, .at = end, .parts = json_incref(parts)};
    } else {
        if (fd >= 0)
            close(fd);
        free(s);
        s = NULL;
    }
    json_decref(directory);
    return s;
}

bool snapshot_is(const struct snapshot *s, uint64_t stamp)
{
    return s && s->stamp == stamp;
}

json_t *snapshot_part(const struct snapshot *s, const char *name)
{
    json_int_t at, size, hash;
    if (json_unpack(json_object_get(s->parts, name), "[I,I,I]", &at, &size, &hash) != 0 || at < 0 || size < 0)
        return NULL;
    return read_packed(s->fd, s->at + (uint64_t)at, (uint64_t)size, (uint64_t)hash);
}

void snapshot_close(struct snapshot *s)
{
    if (!s)
        return;
    close(s->fd);
    json_decref(s->parts);
    free(s);
}

/* The directory, packed, and all parts one behind another. */
static void pack(uint64_t stamp, const json_t *values, struct text *ret_directory, struct text *ret_parts)
{
    json_t *parts = json_object(), *value;
    const char *name;
    json_object_foreach((json_t *)(size_t)values, name, value) {
        const size_t at = ret_parts->len;
        packed_add(ret_parts, value);
        const size_t n = ret_parts->len - at;
        json_object_set_new(parts, name, json_pack("[I,I,I]", (json_int_t)at, (json_int_t)n,
                                                   (json_int_t)hash_of(text_str(ret_parts) + at, n)));
    }
    json_t *directory = json_pack("{s:I,s:o}", "stamp", (json_int_t)stamp, "parts", parts);
    packed_add(ret_directory, directory);
    json_decref(directory);
}

static bool write_all(FILE *out, const struct text *directory, const struct text *parts)
{
    struct head h = {.directory = directory->len,
                     .hash = hash_of(text_str(directory), directory->len),
                     .whole = sizeof h + directory->len + parts->len};
    memcpy(h.magic, magic, sizeof magic);
    return !directory->dropped && !parts->dropped && fwrite(&h, sizeof h, 1, out) == 1 &&
           fwrite(text_str(directory), 1, directory->len, out) == directory->len &&
           fwrite(text_str(parts), 1, parts->len, out) == parts->len;
}

bool snapshot_write(const char *path, uint64_t stamp, const json_t *values)
{
    char temporary[4096];
    struct text directory = {.cap = LARGEST}, parts = {.cap = LARGEST};
    if (snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof temporary)
        return false;
    pack(stamp, values, &directory, &parts);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool ok = out && write_all(out, &directory, &parts);
    if (out)
        ok = fclose(out) == 0 && ok;
    else if (fd >= 0)
        close(fd);
    ok = ok && rename(temporary, path) == 0;
    if (!ok && fd >= 0)
        unlink(temporary);
    text_finish(&directory);
    text_finish(&parts);
    return ok;
}
