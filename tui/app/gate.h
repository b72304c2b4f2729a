/*
 * gate.h: the steps of a track, and which of them a gated track locks. A step of a gated track is open when the step
 * before it is open and done. A step is done when each of its existing labs has at least bronze or, if nothing in the
 * lab is timed, a passed `correct`. The learner may open a step or a lab by hand, which the log shows for good.
 * Nothing here prints or draws.
 */
#ifndef TUI_GATE_H
#define TUI_GATE_H

#include "app.h"

/*
 * [{"name","title","label","state","after","by_hand","ready","left","planned","next",
 *   "labs":[{"id","title","ready","status","stage","done","by_hand"}]}], one a step; you own the reference.
 *   name     the title up to its colon ("P2", "W5-6"), or the step's number; label: the rest of the title
 *   state    "passed", "open" or "locked"; after: the step that a locked step waits for, else null
 *   by_hand  {"when","reason"} of `ridge unlock`, or null
 *   ready    how many labs exist; left: how many of these are not done; planned: how many do not exist yet
 *   next     the first lab that is left, or null
 * A lab's status is facts_lab()'s. `standing`: app_standing_all(), or NULL, and gate_steps() reads it.
 */
json_t *gate_steps(struct app *a, const json_t *track, const json_t *standing);

/* May work on this lab begin? APP_FAILED with a sentence that names the lab's step, the step to do first and the
 * command that opens it by hand. A lab that was begun stays open, and so does a lab outside the learner's track. */
enum app_exit gate_allows(struct app *a, const char *lab);

/* 1 and in `ret` the step of the learner's track that this lab waits for ("P2"); 0 for a lab that is not locked. */
int gate_locks(struct app *a, const char *lab, char *ret, size_t n);

/* Finds a step by name or number, in any case, or a lab by the beginning of its id; `ret` gets the name that the
 * learner's track has for the step or lab. APP_USAGE with a sentence when `arg` is neither, or the track locks no
 * step. */
enum app_exit gate_find(struct app *a, const char *arg, char *ret, size_t n);

/* Opens the step or lab that gate_find() named by hand; `open` 0 takes that back. */
enum app_exit gate_put(struct app *a, const char *name, int open, const char *reason);

/* The lab to do next on a gated track: the first lab of the lowest open step that is not done, then the first lab that
 * is not passed. A suggested order counts within one step and never locks. NULL when no lab is left. */
const char *gate_next(struct app *a, const json_t *track, const json_t *standing, const char **ret_step);

#endif
