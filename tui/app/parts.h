/*
 * parts.h: a lab whose program has files of other labs as its parts (`parts` in lab.lua). The learner's own file is
 * taken where he writes it, in that lab's folder, once its `correct` was passed; until then that lab's reference stands
 * in, which the runner adds. Nothing here prints.
 */
#ifndef TUI_PARTS_H
#define TUI_PARTS_H

#include "app.h"

/* [{"file","lab","yours":bool}] of a lab, in its order; you own the reference. */
json_t *parts_of(struct app *a, const json_t *lab);

/* Adds the text of each part that is the learner's to `files`. APP_USAGE with a sentence when one cannot be read. */
enum app_exit parts_add(struct app *a, const json_t *lab, json_t *files);

/* Is `file` a part of the lab, and so laid out elsewhere? */
int parts_has(const json_t *lab, const char *file);

#endif
