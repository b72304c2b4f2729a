/*
 * tours.h: the learner's copies of the files that a tour goes through. They lie in the home, read-only, in
 * tours/NAME/COMMIT/PATH, and count as there only while their SHA-256 is the one that the tour names. `tour` is always
 * the tour's entry in curriculum_cards(), `file` one of its "files". Nothing here prints, draws or asks a network.
 */
#ifndef TUI_TOURS_H
#define TUI_TOURS_H

#include <jansson.h>
#include <stdbool.h>

#include "app.h"

bool tours_is(const json_t *card); /* a tour, and no other reading card */

/* The tour called so: "tour:llm.c", "llm.c", "tours/llm.c", or its repository's name of today or of earlier. NULL:
 * there is none. */
const json_t *tours_find(struct app *a, const char *name);

/* The folder of a tour's copies, and the place of one of them; free() them. */
char *tours_folder(const struct app *a, const json_t *tour);
char *tours_copy(const struct app *a, const json_t *tour, const json_t *file);

/* Where the file is asked for; free() it. */
char *tours_address(const json_t *tour, const json_t *file);

/* "here", "missing", or "other": a file of that name lies there, and is not the file of the commit. */
const char *tours_state(const struct app *a, const json_t *tour, const json_t *file);

/* How many of the tour's files are here. */
int tours_here(const struct app *a, const json_t *tour);

/* Does the tour go through code that a lab of the week is about? `week`: an entry of curriculum_weeks(). */
bool tours_fits(const json_t *tour, const json_t *week);

/* curriculum_tour() with what the copies hold; yours. */
json_t *tours_page(struct app *a, const json_t *tour);

/* A place of the reading order in the learner's copy of its file. */
struct tours_place {
    const json_t *file;
    char *copy;         /* free() it */
    const char *symbol; /* what the tour looks for there */
    int line;           /* 0: the symbol does not stand in the file */
};

/* The place that "2" or "2.1" means: file 2, at the first name that the tour looks for in it. On failure a sentence is
 * in app.error. */
enum app_exit tours_place(struct app *a, const json_t *tour, const char *stop, struct tours_place *ret);

/* The lines of all names that the tour looks for in a file that is here, in their order, 0 for one that is not there;
 * yours. NULL: curriculum_error() says why. */
json_t *tours_lines(struct app *a, const json_t *tour, const json_t *file);

/* Takes the file at `from`, which is moved, for the copy. TOURS_OTHER: it is not the file of the commit, and is kept
 * beside the copy's place as PATH.other. TOURS_UNABLE leaves a sentence in *e. */
enum tours_kept { TOURS_KEPT, TOURS_OTHER, TOURS_UNABLE };
enum tours_kept tours_keep(const struct app *a, const json_t *tour, const json_t *file, const char *from,
                           struct err *e);

#endif
