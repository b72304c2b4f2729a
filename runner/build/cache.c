/*
 * cache.c: what need not be made twice, by content.
 *
 *     KEY.dep    paths of the headers an object was made from, a line each (m: in the mirror; else as seen
 *                from where it was compiled)
 *     KEY.o      objects; KEY of the source, the flags, the tools and those headers
 *     KEY.prog   programs, with KEY.prog.map beside them
 *     pch-KEY/   precompiled headers
 *
 * Everything is put there by rename: two builds at once do each other no harm.
 */
#define _GNU_SOURCE
#include "runner/simt/host/build_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPS = 4096, DEPTH = 8 };
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

char *without_paths(const struct plan *p, const char *text)
{
    const char *path[] = {p->mirror, p->b->cwd ? p->b->cwd : p->b->dir, p->b->dir};
    struct text t = {0};
    while (*text) {
        size_t skip = 0;
        for (int k = 0; *text == '/' && !skip && k < 3; k++) {
            size_t n = strlen(path[k]);
            if (n > 1 && !strncmp(text, path[k], n) && (text[n] == '/' || text[n] == '"')) {
                text_addf(&t, "\001%d", k);
                skip = n;
            }
        }
        size_t n = skip ? 0 : 1 + strcspn(text + 1, "/");
        text_add(&t, text, n);
        text += skip + n;
    }
    return t.s ? t.s : strdup("");
}

/* ---- objects ---------------------------------------------------------------------------------------------
 */

/* The mirror holds headers by their absolute path: a copy of the user's own folder is no other place. */
static char *dep_path(const struct plan *p, const char *said)
{
    const char *cwd = p->b->cwd ? p->b->cwd : p->b->dir;
    if (!strncmp(said, "m:", 2))
        return said[2] == '/' ? util_path("%s%s", p->mirror, said + 2) : util_path("%s%s/%s", p->mirror, cwd, said + 2);
    return said[0] == '/' ? strdup(said) : util_path("%s/%s", cwd, said);
}

/* The object's key: the unit's own and what its headers hold now. */
static void with_headers(const struct plan *p, const struct unit *u, char *list, char hex[33])
{
    char *save = NULL, old[33], one[33];
    util_hash(hex, "simt-with-headers", u->key, NULL);
    int n = 0;
    for (char *l = strtok_r(list, "\n", &save); l && n < DEPS; l = strtok_r(NULL, "\n", &save), n++) {
        char *path = dep_path(p, l),
             *text = l[0] == 'm' && l[1] == ':' ? util_read_file(path, 64u << 20, NULL) : NULL;
        if (text) { /* the rewriter has named other files of the mirror in it */
            char *plain = without_paths(p, text);
            util_hash(one, plain, NULL);
            free(plain);
            free(text);
        } else {
            hash_file(path, one);
        }
        memcpy(old, hex, sizeof old);
        util_hash(hex, old, l, one, NULL);
        free(path);
    }
}

char *cache_find_object(const struct plan *p, const struct unit *u)
{
    char hex[33], *dep = util_path("%s/%s.dep", p->kept, u->key), *list = util_read_file(dep, 1u << 20, NULL);
    free(dep);
    if (!list)
        return NULL;
    with_headers(p, u, list, hex);
    free(list);
    char *o = util_path("%s/%s.o", p->kept, hex);
    if (!access(o, R_OK)) {
        cache_touch(o);
        return o;
    }
    free(o);
    return NULL;
}

/* One name of a make rule: blanks in it are written "\ ". Moves *s on; 0 at the end. */
static int next_name(const char **s, struct text *name)
{
    const char *c = *s;
    text_finish(name);
    while (*c == ' ' || *c == '\n' || (*c == '\\' && c[1] == '\n'))
        c++;
    for (; *c && *c != ' ' && *c != '\n'; c++) {
        if (*c == '\\' && c[1] == '\n')
            break;
        if (*c == '\\' && (c[1] == ' ' || c[1] == '#'))
            c++;
        else if (*c == '$' && c[1] == '$')
            c++;
        text_add(name, c, 1);
    }
    *s = c;
    return name->len > 0;
}

static int under(const char *path, const char *dir)
{
    size_t n = dir ? strlen(dir) : 0;
    return n && !strncmp(path, dir, n) && path[n] == '/';
}

/* The make rule that the compiler wrote, as our list; what the unit's own key holds is left out. */
static void header_list(const struct plan *p, const struct unit *u, struct text *list)
{
    char *rule = util_read_file(u->deps, 4u << 20, NULL);
    const char *s = rule ? strchr(rule, ':') : NULL;
    const char *cwd = p->b->cwd ? p->b->cwd : p->b->dir;
    struct text name = {0};
    for (s = s ? s + 1 : ""; next_name(&s, &name);) {
        const char *f = text_str(&name);
        if (!strcmp(f, u->text) || under(f, p->kept) || under(f, p->include))
            continue;
        int mirrored = under(f, p->mirror);
        f += mirrored ? strlen(p->mirror) : 0;
        text_addf(list, "%s%s\n", mirrored ? "m:" : "", under(f, cwd) ? f + strlen(cwd) + 1 : f);
    }
    text_finish(&name);
    free(rule);
}

void cache_keep_object(const struct plan *p, const struct unit *u)
{
    struct text list = {0};
    char hex[33];
    header_list(p, u, &list);
    char *copy = strdup(text_str(&list));
    with_headers(p, u, copy, hex);
    char *o = util_path("%s/%s.o", p->kept, hex), *dep = util_path("%s/%s.dep", p->kept, u->key);
    char *made = util_path("%s/%s.dep", p->b->dir, u->key);
    if (!cache_keep(u->object, o, 0644) && !util_write_file(made, text_str(&list), list.len, NULL))
        cache_keep(made, dep, 0644);
    unlink(made);
    text_finish(&list);
    free(copy);
    free(o);
    free(dep);
    free(made);
}

/* ---- files -----------------------------------------------------------------------------------------------
 */

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
                    abort();
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
