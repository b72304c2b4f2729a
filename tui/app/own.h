/*
 * own.h: the figures of a learner's own run, for a question that asks about that run.
 */
#ifndef TUI_OWN_H
#define TUI_OWN_H

#include <stdint.h>

#include "app.h"

/*
 * Of a build as drills_outcome() has it. Else: what `question` (as curriculum_questions() gives it) asks of a run:
 * {"attempt","when","values": {counter: value}} of the learner's newest attempt that passed the milestone at the lab's
 * present revision and has all counters of the case from one source, or all fields of the bench, or {"lack"}: a
 * sentence with the command that helps. attempt: of that one alone, whatever its revision; 0: the newest. NULL where
 * the question asks about no run. You own it.
 */
json_t *own_run(struct app *a, const json_t *question, int64_t attempt);

/* The revision that an answer to `question` is of: its drill's, else that of the lab `owner`; 0: none. */
int own_rev(struct app *a, const char *owner, const json_t *question);

#endif
