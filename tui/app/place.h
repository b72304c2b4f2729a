/*
 * place.h: where in a track somebody should begin who knows a part of it. Of each step, in order, up to PLACE_ASKED
 * questions of its labs are asked; a step is known when PLACE_RIGHT of them are answered rightly, or all where there
 * are fewer, and the first step that is not is where to begin. The questions have numbers of their own: an answer here
 * is none in the workbook, and gives none away. Nothing here prints or draws, and nothing is locked or opened by what
 * is found.
 */
#ifndef TUI_PLACE_H
#define TUI_PLACE_H

#include "app.h"

enum { PLACE_ASKED = 3, PLACE_RIGHT = 2 };

/*
 * [{"owner","question"}], at most PLACE_ASKED, drawn for this learner from the labs that exist of a step of
 * gate_steps(): question as curriculum_questions() has it, with drawn numbers where the labs have enough of these,
 * since such a question leans on no page. Fewer where the labs have fewer that can be judged. You own the reference;
 * NULL with a sentence in a->error when a lab does not load.
 */
json_t *place_questions(struct app *a, const json_t *track, const json_t *step);

/* The verdict on what was typed, as curriculum_answer(); you own the reference. */
json_t *place_judge(struct app *a, const char *owner, const char *question, const char *typed);

/* Keeps what came of it in the log: the step to begin at ("": all are known), and how many answers were right. */
enum app_exit place_keep(struct app *a, const json_t *track, const char *step, int right, int asked);

#endif
