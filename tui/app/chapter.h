/*
 * chapter.h: how far the learner is in a deep dive: sections ticked off, exercises, and whether all of it is done.
 * `card` is always the chapter's entry in curriculum_cards(). Nothing here prints or draws.
 */
#ifndef TUI_CHAPTER_H
#define TUI_CHAPTER_H

#include <jansson.h>
#include <stdbool.h>

#include "facts.h"

struct chapter_facts {
    int sections, ticked;        /* of the nine */
    int exercises, right;        /* the ones that are there and that the machine judges */
    int texts, texts_written;    /* exercises that only the learner judges */
    bool complete;               /* all of the above, and no exercise is missing */
    bool cold;                   /* a sitting with a closed book was passed */
    const char *last_cold;       /* "4 of 5 cold", of the latest of these; "" without one; the facts' */
};

bool chapter_is(const json_t *card); /* a chapter, and no other reading card */

/* `facts`: facts_load(). */
void chapter_facts(const struct facts *facts, const json_t *card, struct chapter_facts *ret);

/* {"id","title","weeks","sections","ticked","exercises","right","texts","written","complete","cold","last_cold"} of
 * struct chapter_facts; you own it. */
json_t *chapter_line(const struct facts *facts, const json_t *card);

/* "open", "wrong", "right", "built" or, of a text, "self-assessed 3 of 5", of the latest answer. */
const char *chapter_exercise(const struct facts *facts, const json_t *card, const json_t *question);

bool chapter_ticked(const struct facts *facts, const json_t *card, const char *section);

/* What curriculum_chapter() takes: the states of exercises and labs, the month, and the sections of lessons that are
 * ticked, whose passages are folded then: to one line, which ends with the words `unfold`. NULL: none is. Yours. */
json_t *chapter_marks(struct app *a, const struct facts *facts, const json_t *card, const char *unfold);

/* Ticks a section off, or not; whole sections that it quotes count for their lessons as well. `chapter`:
 * curriculum_chapter(). An app_exit; app.error says what is wrong. */
int chapter_tick(struct app *a, const json_t *card, const json_t *chapter, const char *section, bool on);

/*
 * The chapter that it is time for: of a track whose steps name chapters the first one, not complete, of a step whose
 * labs are passed; on other tracks of those whose weeks are passed, one that was begun before others. {"id","title",
 * "why"}, why: one sentence; NULL: there is none. You own it.
 */
json_t *chapter_next(struct app *a, const struct facts *facts);

#endif
