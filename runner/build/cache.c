/* cache.c: see cache.h. */
#define _GNU_SOURCE
#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/base/util.h"
#include "runner/base/memory.h"

enum { DEPTH = 8 };
#define CACHE_MOST ((long long)1536 << 20)
#define CACHE_LEFT ((long long)1024 << 20)

void hash_file(const char *path, char hex[33])
{
    crypto_generichash_state s;
    unsigned char digest[16];
    char buf[1 << 16];
    ssize_t n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    crypto_generichash_init(&s, NULL, 0, sizeof digest);
    while (fd >= 0 && ((n = read(fd, buf, sizeof buf)) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0)
            crypto_generichash_update(&s, (unsigned char *)buf, (unsigned long long)n);
    if (fd >= 0)
        close(fd);
    crypto_generichash_final(&s, digest, sizeof digest);
    sodium_bin2hex(hex, 33, digest, sizeof digest);
}

static void hash_folder(const char *dir, int depth, char hex[33])
{
    struct dirent **e = NULL;
    int n = depth < DEPTH ? scandir(dir, &e, NULL, alphasort) : 0;
    for (int k = 0; k < n; k++) {
        char *path = util_path("%s/%s", dir, e[k]->d_name), one[33] = "", old[33];
        struct stat st;
        if (e[k]->d_name[0] != '.' && !stat(path, &st)) {
            memcpy(old, hex, sizeof old);
            if (S_ISREG(st.st_mode)) {
                hash_file(path, one);
                util_hash(hex, old, e[k]->d_name, one, NULL);
            } else if (S_ISDIR(st.st_mode)) {
                util_hash(hex, old, e[k]->d_name, NULL);
                hash_folder(path, depth + 1, hex);
            }
        }
        free(path);
        free(e[k]);
    }
    free(e);
}

void hash_tree_of(const char *dir, char hex[33])
{
    util_hash(hex, "tree", NULL);
    hash_folder(dir, 0, hex);
}

static int copy_bytes(int from, int to)
{
    char buf[1 << 16];
    ssize_t n;
    while ((n = read(from, buf, sizeof buf)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        for (ssize_t done = 0, k; done < n; done += k)
            if ((k = write(to, buf + done, (size_t)(n - done))) < 0)
                return -1;
    }
    return 0;
}

int cache_keep(const char *from, const char *to, int mode)
{
    static int count;
    char *tmp = util_path("%s.%ld-%d", to, (long)getpid(), __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED));
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in < 0 ? -1 : open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    int rc = out < 0 || copy_bytes(in, out) || fchmod(out, (mode_t)mode) ? -1 : 0;
    if (in >= 0)
        close(in);
    if (out >= 0 && close(out))
        rc = -1;
    if (!rc && rename(tmp, to))
        rc = -1;
    if (rc && out >= 0)
        unlink(tmp);
    free(tmp);
    return rc;
}

void cache_touch(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, 0);
}

struct kept {
    char *path;
    long long size;
    time_t used;
};

static int older(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;
    return x->used < y->used ? -1 : x->used > y->used;
}

static void look(const char *dir, struct kept **list, size_t *n, size_t *room)
{
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));) {
        struct stat st;
        if (e->d_name[0] == '.' || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW))
            continue;
        char *path = util_path("%s/%s", dir, e->d_name);
        if (S_ISDIR(st.st_mode) && !strncmp(e->d_name, "pch-", 4)) {
            look(path, list, n, room);
        } else if (S_ISREG(st.st_mode)) {
            if (*n == *room) {
                *room = *room ? *room * 2 : 256;
                struct kept *more = realloc(*list, *room * sizeof **list);
                if (!more)
                    memory_end();
                *list = more;
            }
            (*list)[(*n)++] = (struct kept){path, (long long)st.st_blocks * 512, st.st_mtime};
            continue;
        }
        free(path);
    }
    if (d)
        closedir(d);
}

void cache_prune(const char *dir)
{
    struct kept *list = NULL;
    size_t n = 0, room = 0;
    long long total = 0;
    look(dir, &list, &n, &room);
    for (size_t k = 0; k < n; k++)
        total += list[k].size;
    int full = total > CACHE_MOST;
    if (full)
        qsort(list, n, sizeof *list, older);
    for (size_t k = 0; k < n; k++) {
        if (full && total > CACHE_LEFT && !unlink(list[k].path))
            total -= list[k].size;
        free(list[k].path);
    }
    free(list);
}
