/*
 * util.h: what every file of the runner needs: growable text with a cap, files, clocks, hashes.
 * Every function that can fail returns 0 or -1 and leaves a sentence in `err` when one is given.
 */
#ifndef RUNNER_UTIL_H
#define RUNNER_UTIL_H

#include <jansson.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "runner/base/err.h"

/* Text that grows up to `cap` bytes and then counts what it dropped. Zeroed is empty; text is always
 * NUL-terminated once anything was added. text_finish() frees it. */
struct text {
    char *s;
    size_t len, room, cap, dropped;
};

void text_add(struct text *t, const char *bytes, size_t n);
void text_addf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *text_str(const struct text *t);
void text_finish(struct text *t);
/* Foreign bytes within a page of HTML or XML, or within "": util_clean()ed, and nothing of them is markup. */
void text_add_markup(struct text *t, const char *bytes, size_t n);

char *util_read_file(const char *path, size_t max, struct err *e); /* you own the storage */
/* A file of /proc or a cgroup, which has no size: at most 1 MiB of it, NULL when it cannot be read. `dir`: AT_FDCWD. */
char *util_read_kernel(int dir, const char *path);
char *util_read_bytes(const char *path, size_t max, size_t *ret_len, struct err *e); /* util_read_file() of any bytes */
int util_write_file(const char *path, const char *bytes, size_t n, struct err *e);
/* util_write_file(), but the file is whole or not there, and on the disk: written beside its place, synced, renamed. */
int util_write_whole(const char *path, const char *bytes, size_t n, struct err *e);
int util_copy_file(const char *from, const char *to, struct err *e); /* `to` is whole or not there */
int util_mkdirs(const char *path, struct err *e);
int util_remove_tree(const char *path);
int util_is_empty_folder(const char *path); /* 0, too, where it is no folder or can't be read */
char *util_below(const char *root, const char *path); /* root/path, or path where it is absolute */
char *util_path(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* asprintf or abort */

/* Foreign bytes as safe UTF-8: control characters, bidi overrides, what is no character (U+FFFE) and
 * broken sequences become \\xNN;
 * with `colour`, SGR sequences (ESC[…m) stay. You own the storage. */
char *util_clean(const char *bytes, size_t n, int colour);

/* Is it one of the array's strings? */
static inline int util_lists(const json_t *array, const char *s)
{
    size_t k;
    const json_t *v;
    json_array_foreach(array, k, v)
        if (json_is_string(v) && !strcmp(json_string_value(v), s))
            return 1;
    return 0;
}

/* o[key] when it is a string, else `otherwise`. */
static inline const char *util_str(const json_t *o, const char *key, const char *otherwise)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : otherwise;
}

enum { HOST_NAME = 65 };
#define HOST_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
void util_host(char ret[HOST_NAME]); /* this machine's name, of HOST_LETTERS alone */

void util_cpu(char *ret, size_t n); /* what the CPU calls itself */

double util_now(void); /* seconds, CLOCK_MONOTONIC_RAW */
int util_random(void *buf, size_t n);

/* FNV-1a, for keys that nobody forges: h after n more bytes; UTIL_MIX before the first. */
#define UTIL_MIX 0xcbf29ce484222325u
uint64_t util_mix(uint64_t h, const void *bytes, size_t n);

/* BLAKE2b-128 over a sequence of strings, as 32 hex digits. NULL ends the list. */
void util_hash(char hex[33], const char *first, ...) __attribute__((sentinel));

/* SHA-256 of a file from its first byte on, as 64 hex digits; -1: it can't be read. */
int util_sha256(int fd, char hex[65]);

#endif
