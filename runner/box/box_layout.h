/*
 * box_layout.h: what a box's root will hold, and where; box_root.c and box_bwrap.c make it so.
 */
#ifndef RUNNER_BOX_LAYOUT_H
#define RUNNER_BOX_LAYOUT_H

#include "box.h"

enum { LAYOUT_MOUNTS = 2 * BOX_PATHS + 2, LAYOUT_LINKS = 16 };

struct place {
    const char *path;
    int rw, tree; /* tree: the descriptor of a copy of the mount; -1 */
};

struct link {
    const char *path, *target;
};

/* Shortest first; nothing that lies in a tree which is there already. Paths are the box's, links are kept until
 * exec. */
struct layout {
    struct place at[LAYOUT_MOUNTS];
    struct link link[LAYOUT_LINKS]; /* on the way to its program */
    int n, nlinks, proc;
};

/* While the host's files are in sight. What the box's uid may write is handed to that uid. */
void layout_make(struct layout *l, const struct box *b);

int layout_is_under(const char *path, const char *dir);
int layout_is_device(const char *path);

/* Of the memory that holds temporary files: tmpfs's options. */
void layout_temp(const struct box *b, char *ret, size_t n);

#endif
