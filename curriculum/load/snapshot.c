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

/* --- over the data files ------------------------------------------------------------------ */

/* `h` with one file; a file that is not there changes nothing. */
typedef uint64_t mix(uint64_t h, const char *root, const char *name);

static uint64_t mix_facts(uint64_t h, const char *root, const char *name)
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

static uint64_t mix_text(uint64_t h, const char *root, const char *name)
{
    struct files f = {.root = root};
    if (files_add(&f, name)) {
        const uint64_t text = hash_of(f.list[0].text, f.list[0].size);
        h = util_mix(util_mix(h, name, strlen(name) + 1), &text, sizeof text);
    }
    files_finish(&f);
    return h;
}

static uint64_t mix_dir(uint64_t h, const char *root, const char *dir, mix *one)
{
    char **names = files_names(root, dir, ".lua", false);
    for (size_t k = 0; names && names[k]; k++) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", dir, names[k]);
        h = one(h, root, name);
    }
    files_names_free(names);
    return h;
}

static uint64_t mix_drills(uint64_t h, const char *root, const char *lab, mix *one)
{
    char dir[512], name[1024];
    snprintf(dir, sizeof dir, "labs/%.200s/drills", lab);
    char **drills = files_names(root, dir, NULL, true);
    for (size_t k = 0; drills && drills[k]; k++) {
        snprintf(name, sizeof name, "%s/%.200s/drill.lua", dir, drills[k]);
        h = one(h, root, name);
    }
    files_names_free(drills);
    return h;
}

static uint64_t mix_labs(uint64_t h, const char *root, mix *one)
{
    char **labs = files_names(root, "labs", NULL, true);
    for (size_t k = 0; labs && labs[k]; k++) {
        char name[1024];
        snprintf(name, sizeof name, "labs/%s/lab.lua", labs[k]);
        h = mix_drills(one(h, root, name), root, labs[k], one);
    }
    files_names_free(labs);
    return h;
}

static uint64_t mix_root(uint64_t h, const char *root, mix *one)
{
    static const char *const dirs[] = {"curriculum", "curriculum/lua", "curriculum/weeks", "curriculum/prelude",
                                       "curriculum/cards", "curriculum/deep",   "curriculum/tours"};
    for (size_t k = 0; k < sizeof dirs / sizeof *dirs; k++)
        h = mix_dir(h, root, dirs[k], one);
    return mix_labs(h, root, one);
}

uint64_t snapshot_stamp(const struct files *places)
{
    const char *root = places->root;
    uint64_t h = mix_root(util_mix(UTIL_MIX, root, strlen(root) + 1), root, mix_facts);
    for (size_t k = 0; k < places->nshelves; k++) {
        const char *dir = places->shelves[k].dir;
        h = mix_labs(mix_facts(util_mix(h, dir, strlen(dir) + 1), dir, "pack.lua"), dir, mix_facts);
    }
    return h;
}

uint64_t snapshot_texts(const struct files *places)
{
    uint64_t h = mix_root(UTIL_MIX, places->root, mix_text);
    for (size_t k = 0; k < places->nshelves; k++) {
        const struct shelf *s = &places->shelves[k];
        h = mix_labs(mix_text(util_mix(h, s->label, strlen(s->label) + 1), s->dir, "pack.lua"), s->dir, mix_text);
    }
    return h;
}

/* --- the file ----------------------------------------------------------------------------- */

/*
 * A head, the directory {"stamp", "texts", "parts": {NAME: [at, size, hash]}} packed, and the parts, each packed for
 * itself. Numbers are as this kind of machine has them: the file is made for no other.
 */
struct head {
    char magic[8];
    uint64_t directory, hash, whole; /* bytes of the directory and their hash; bytes of the file */
};

static const char magic[8] = "ridgek2";

struct snapshot {
    int fd;
    uint64_t stamp, at, size; /* where the parts begin, and their bytes */
    json_t *directory, *parts;
};

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
static json_t *read_directory(int fd, struct snapshot *ret)
{
    struct head h;
    struct stat st;
    if (fstat(fd, &st) != 0 || pread(fd, &h, sizeof h, 0) != sizeof h || memcmp(h.magic, magic, sizeof magic) ||
        h.whole != (uint64_t)st.st_size)
        return NULL;
    *ret = (struct snapshot){.fd = fd, .at = sizeof h + h.directory, .size = h.whole - sizeof h - h.directory};
    return read_packed(fd, sizeof h, h.directory, h.hash);
}

static uint64_t number(const json_t *directory, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(directory, name));
}

/* The file, if its `key` in the directory is `value`. */
static struct snapshot *open_if(const char *path, const char *key, uint64_t value)
{
    struct snapshot *s = calloc(1, sizeof *s);
    int fd = s ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    json_t *directory = fd >= 0 ? read_directory(fd, s) : NULL, *parts = json_object_get(directory, "parts");
    if (json_is_object(parts) && number(directory, key) == value) {
        s->directory = directory;
        s->parts = parts;
        s->stamp = number(directory, "stamp");
        return s;
    }
    json_decref(directory);
    if (fd >= 0)
        close(fd);
    free(s);
    return NULL;
}

struct snapshot *snapshot_open(const char *path, uint64_t stamp)
{
    return open_if(path, "stamp", stamp);
}

struct snapshot *snapshot_open_texts(const char *path, uint64_t texts, uint64_t stamp)
{
    struct snapshot *s = open_if(path, "texts", texts);
    if (s)
        s->stamp = stamp;
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
    json_decref(s->directory);
    free(s);
}

/* Packs each value; their places, as the directory has them. */
static json_t *pack(const json_t *values, struct text *to)
{
    json_t *parts = json_object(), *value;
    const char *name;
    json_object_foreach((json_t *)(size_t)values, name, value) {
        const size_t at = to->len;
        packed_add(to, value);
        const size_t n = to->len - at;
        json_object_set_new(parts, name, json_pack("[I,I,I]", (json_int_t)at, (json_int_t)n,
                                                   (json_int_t)hash_of(text_str(to) + at, n)));
    }
    return parts;
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

static bool write_file(const char *path, const struct text *directory, const struct text *parts)
{
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof temporary)
        return false;
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool ok = out && write_all(out, directory, parts);
    if (out)
        ok = fclose(out) == 0 && ok;
    else if (fd >= 0)
        close(fd);
    ok = ok && rename(temporary, path) == 0;
    if (!ok && fd >= 0)
        unlink(temporary);
    return ok;
}

/* Takes over `places`: the parts' places, or NULL without memory. */
static bool write_parts(const char *path, uint64_t stamp, uint64_t texts, json_t *places, const struct text *parts)
{
    struct text bytes = {.cap = LARGEST};
    json_t *directory = json_pack("{s:I,s:I,s:o}", "stamp", (json_int_t)stamp, "texts", (json_int_t)texts, "parts",
                                  places);
    packed_add(&bytes, directory);
    bool ok = directory && write_file(path, &bytes, parts);
    json_decref(directory);
    text_finish(&bytes);
    return ok;
}

bool snapshot_write(const char *path, uint64_t stamp, uint64_t texts, const json_t *values)
{
    struct text parts = {.cap = LARGEST};
    json_t *places = pack(values, &parts);
    bool ok = write_parts(path, stamp, texts, places, &parts);
    text_finish(&parts);
    return ok;
}

bool snapshot_copy(const struct snapshot *s, const char *path)
{
    char *bytes = s->size && s->size <= LARGEST ? malloc(s->size) : NULL;
    const struct text parts = {.s = bytes, .len = s->size};
    bool ok = bytes && pread(s->fd, bytes, s->size, (off_t)s->at) == (ssize_t)s->size &&
              write_parts(path, s->stamp, number(s->directory, "texts"), json_incref(s->parts), &parts);
    free(bytes);
    return ok;
}
