/*
 * sketch.h: a roofline drawn from memory, beside the true one.
 */
#ifndef TUI_SKETCH_H
#define TUI_SKETCH_H

#include <jansson.h>
#include <stdio.h>

/*
 * What a verdict of curriculum_answer() says about a sketch: {"sketch": {"said": {"bw" B/s, "peak" FLOP/s, "ridge"
 * FLOP/B, "reached" FLOP/s}, "want"}}: the true roof as a line and the learner's in o; without "want" the learner's
 * alone. Nothing for other verdicts.
 */
void sketch_text(const json_t *verdict, int width, int utf8, FILE *to);

struct pane;

/* What sketch_text() writes, as rows of a page. */
void sketch_fill(struct pane *p, const json_t *verdict, int ascii);

/* What to ask for, when the question wants a sketch; else NULL. */
const char *sketch_label(const json_t *question);

#endif
