/* box_layout.c: which mounts and symbolic links a box's root needs, from the paths that the box names. */
#define _GNU_SOURCE
#include "box_layout.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEMP_MiB = 64, TREE_DEPTH = 16 };

int layout_is_under(const char *path, const char *dir)
{
    size_t n = strlen(dir);
    return !strncmp(path, dir, n) && (!path[n] || path[n] == '/');
}

int layout_is_device(const char *path)
{
    return layout_is_under(path, "/dev") && !layout_is_under(path, "/dev/shm");
}

static int path_closed(const char *p)
{
    return strcmp(p, "/") && strcmp(p, "/tmp") && strcmp(p, "/proc") && !layout_is_under(p, "/sys") &&
           (!layout_is_device(p) || !strcmp(p, "/dev/null"));
}

int box_closed(const struct box *b)
{
    for (int k = 0; k < BOX_PATHS && b->rw[k]; k++)
        if (!path_closed(b->rw[k]))
            return 0;
    for (int k = 0; k < BOX_PATHS && b->ro[k]; k++)
        if (!path_closed(b->ro[k]) && strcmp(b->ro[k], "/proc"))
            return 0;
    return 1;
}

static int by_length(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    size_t n = strlen(x->path), m = strlen(y->path);
    return n != m ? (n < m ? -1 : 1) : y->rw - x->rw;
}

static void add(struct layout *l, const char *path, int rw)
{
    if (layout_is_under(path, "/proc"))
        l->proc = 1;
    else if (path[0] == '/' && l->n < LAYOUT_MOUNTS)
        l->at[l->n++] = (struct place){ path, rw, -1 };
}

/* Shortest first; what lies in a tree that is there already, and is not more writable, needs no mount. */
static void lay_out(struct layout *l, const struct box *b)
{
    for (int k = 0; k < BOX_PATHS && b->ro[k]; k++)
        add(l, b->ro[k], 0);
    for (int k = 0; k < BOX_PATHS && b->rw[k]; k++)
        add(l, b->rw[k], 1);
    if (b->cwd)
        add(l, b->cwd, 0);
    qsort(l->at, (size_t)l->n, sizeof *l->at, by_length);
    int kept = 0;
    for (int k = 0; k < l->n; k++) {
        int covered = 0;
        for (int j = 0; j < kept; j++)
            covered |= layout_is_under(l->at[k].path, l->at[j].path) && l->at[j].rw >= l->at[k].rw;
        if (!covered)
            l->at[kept++] = l->at[k];
    }
    l->n = kept;
}

/* A tree that we made as root, before it is handed to the box's uid. Links are given, never followed. */
static void give(int dir, const char *name, uid_t uid, int depth)
{
    struct stat st;
    int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return;
    if (!fstat(fd, &st) && st.st_uid == 0 && (S_ISDIR(st.st_mode) || (S_ISREG(st.st_mode) && st.st_nlink == 1)) &&
        fchown(fd, uid, uid))
        depth = 0;
    DIR *d = S_ISDIR(st.st_mode) && depth > 0 ? fdopendir(fd) : NULL;
    if (!d) {
        close(fd);
        return;
    }
    for (struct dirent *f; (f = readdir(d));)
        if (strcmp(f->d_name, ".") && strcmp(f->d_name, ".."))
            give(dirfd(d), f->d_name, uid, depth - 1);
    closedir(d);
}

/* The links on the way to a program (/usr/local/cuda, a compiler's own name): it finds its other parts by the name
 * that it was called by. The strings are kept, until exec. */
static void find_links(struct layout *l, const char *path)
{
    char at[PATH_MAX], target[PATH_MAX], next[2 * PATH_MAX];
    snprintf(at, sizeof at, "%s", path);
    for (char *s = strchr(at + 1, '/'); l->nlinks < LAYOUT_LINKS; s = strchr(s + 1, '/')) {
        if (s)
            *s = 0;
        ssize_t n = readlink(at, target, sizeof target - 1);
        if (n > 0) {
            target[n] = 0;
            int dir = target[0] == '/' ? 0 : (int)(strrchr(at, '/') - at) + 1;
            l->link[l->nlinks++] = (struct link){ strdup(at), strdup(target) };
            snprintf(next, sizeof next, "%.*s%s%s%s", dir, at, target, s ? "/" : "", s ? s + 1 : "");
            find_links(l, next);
            return;
        }
        if (!s)
            return;
        *s = '/';
    }
}

void layout_make(struct layout *l, const struct box *b)
{
    *l = (struct layout){ .n = 0 };
    lay_out(l, b);
    for (int k = 0; b->uid && k < l->n; k++)
        if (l->at[k].rw && !layout_is_device(l->at[k].path))
            give(AT_FDCWD, l->at[k].path, b->uid, TREE_DEPTH);
    if (b->program)
        find_links(l, b->program);
}

void layout_temp(const struct box *b, char *ret, size_t n)
{
    snprintf(ret, n, "size=%dm,nr_inodes=4096", b->fsize_MiB > TEMP_MiB ? b->fsize_MiB : TEMP_MiB);
}
