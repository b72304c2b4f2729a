/*
 * shelves.h: where labs come from besides the root: the packs in the learner's home, and the author's course that
 * the working directory lies in.
 */
#ifndef TUI_SHELVES_H
#define TUI_SHELVES_H

#include "app.h"

/* Where packs lie in the home folder; free() it. */
char *shelves_packs(const struct app *a);

/*
 * Adds them to the curriculum: first the course (the nearest folder upwards with a pack.lua of this user), whose
 * path a->course gets, then each pack. A pack that the course is the source of is left out.
 */
void shelves_open(struct app *a);

#endif
