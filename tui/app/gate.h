/*
 * gate.h: the steps of a track, and what a gated one locks. A step of a gated track is open when the step before it
 * is open and done: each of its labs that exist has at least bronze, or, where nothing in it is timed, a passed
 * `correct`. The learner may open a step or one lab by hand; that is an event of the log, and is shown for good.
 * Nothing here prints or draws.
 */
#ifndef TUI_GATE_H
#define TUI_GATE_H

#include "app.h"

/*
 * [{"name","title","label","state","after","by_hand","ready","left","planned","next",
 *   "labs":[{"id","title","ready","status","stage","done","by_hand"}]}], one a step; you own the reference.
 * name: what stands before the title's colon ("P2", "W5-6"), else the step's number; label: what follows. state:
 * "passed", "open" or "locked"; after: the step that a locked one waits for, else null. by_hand: {"when","reason"} of
 * `ridge unlock`, or null. ready: labs that exist; left: those of them that are not done; planned: those that do not
 * exist yet. next: the first that is left, or null. status is facts_lab()'s. `standing`: db_standing_all, or NULL to
 * have it read.
 */
json_t *gate_steps(struct app *a, const json_t *track, const json_t *standing);

/* May work on this lab begin? APP_FAILED with a sentence that names the step, what it waits for and how to open it by
 * hand. What was begun stays open, and so do labs that are not of the learner's track. */
enum app_exit gate_allows(struct app *a, const char *lab);

/* The step of the learner's track that this lab waits for ("P2"), into ret; 0: it is not locked. */
int gate_locks(struct app *a, const char *lab, char *ret, size_t n);

/* A step's name or number, in any case, or the beginning of a lab's id: what the learner's track calls it, into ret.
 * APP_USAGE with a sentence for what is neither, or where the track locks nothing. */
enum app_exit gate_find(struct app *a, const char *arg, char *ret, size_t n);

/* What gate_find() gave is opened by hand, or (open: 0) no longer is. */
enum app_exit gate_put(struct app *a, const char *name, int open, const char *reason);

/* The lab to do next on a gated track: the first of the lowest open step that is not done, then the first that is not
 * passed; a suggestion orders the labs of its own step and holds up nothing. NULL: there is none. */
const char *gate_next(struct app *a, const json_t *track, const json_t *standing, const char **ret_step);

#endif
