/*
 * drills.h: drills, the small second tasks in a lab's harness, and the exercises that they answer. A drill is a lab
 * to everybody who runs one: its id is "LAB/NAME", its files lie in the home's work/LAB/NAME. It has no points, and no
 * page adds it to a lab. Nothing here prints or draws.
 */
#ifndef TUI_DRILLS_H
#define TUI_DRILLS_H

#include "app.h"

/* May the learner's drill run yet? APP_FAILED with a sentence that names the milestone of the lab that comes before. */
enum app_exit drills_allow(struct app *a, const json_t *drill);

/* Lays out what the learner's folder lacks of the drill, with a notice of where it lies. */
enum app_exit drills_start(struct app *a, const json_t *drill);

/*
 * What answers an exercise of kind `build`: {"attempt","when"} of the learner's newest attempt of the drill that did it
 * at its present revision, or {"lack"}: a sentence with the command that helps. attempt: that one alone, whatever its
 * revision; 0: the newest. You own it.
 */
json_t *drills_outcome(struct app *a, const char *id, int64_t attempt);

/* Keeps the outcome of a run as the answer of every exercise that asks for this drill. What was done stays done. */
void drills_answer(struct app *a, const json_t *drill, const json_t *report, int64_t attempt);

#endif
