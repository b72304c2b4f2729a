/*
 * box_layout.h: what a box's root will hold, and where; box_root.c and box_bwrap.c make it so.
 */
#ifndef RUNNER_BOX_LAYOUT_H
#define RUNNER_BOX_LAYOUT_H

#include "box.h"

enum { LAYOUT_MOUNTS = 2 * BOX_PATHS + 2, LAYOUT_LINKS = 16 };

struct place {
    const char *path;
    int rw;   /* writable */
    int tree; /* the descriptor of a copy of the mount; -1: none */
};

struct link {
    const char *path, *target;
};

/* The mounts of a root, shortest path first, without a path that lies in an earlier tree. Paths are borrowed from the
 * box; links live until exec. */
struct layout {
    struct place at[LAYOUT_MOUNTS];
    struct link link[LAYOUT_LINKS]; /* symbolic links on the way to the box's program */
    int n, nlinks, proc;
};

/* Fills the layout; call while the host's files are in sight. Trees that the box may write become the box's uid's. */
void layout_make(struct layout *l, const struct box *b);

int layout_is_under(const char *path, const char *dir);
int layout_is_device(const char *path);

/* The options of the tmpfs for temporary files. */
void layout_temp(const struct box *b, char *ret, size_t n);

#endif
