/*
 * view_facts.h: what the learner has done, read once and asked often. No drawing here.
 */
#ifndef TUI_VIEW_FACTS_H
#define TUI_VIEW_FACTS_H

#include <jansson.h>
#include <stdbool.h>

#include "app.h"

struct facts {
    json_t *standing; /* app_standing_all */
    json_t *ticks;    /* {"r/w01/brrr": when, "c/w01/ridge": when} */
    json_t *answers;  /* {"w01/flop": "PASS"} */
};

/* What a week plans, as the curriculum adds it up: to read, its own labs; and the same for its extra labs. */
struct hours {
    double read, lab, extra_read, extra_lab;
};

struct week_facts {
    int concepts, concepts_done, readings, readings_done, labs, labs_ready, labs_done, questions,
        questions_done;
    /* labs: the week's own; it is passed without the extra ones */
    int texts, texts_written; /* questions that nobody but the learner judges; none of `questions` */
    int cards, cards_done; /* reading cards of that week; done: all of its questions right */
    double hours_read;   /* of the readings that are ticked off */
    struct hours plan;
    double part; /* of everything that there is to do, 0 to 1 */
    int begun;
};

/* Never fails: what can't be read is as if nothing had been done. */
void facts_load(struct facts *f, struct app *a);
void facts_free(struct facts *f); /* a zeroed one is fine */

int facts_ticked(const struct facts *f, char kind, const char *owner,
                 const char *key); /* 'r' or 'c' */
const char *facts_answer(const struct facts *f, const char *owner,
                         const char *question); /* PENDING: none */

/* PASS, STALE (the lab has changed since), BEGUN, PENDING, or NULL when the lab isn't there yet. */
const char *facts_lab(const struct facts *f, struct app *a, const char *lab);
const char *facts_stage(const struct facts *f, const char *lab); /* "gold", or "" */
int facts_begun(const struct facts *f);                          /* how many labs were begun */

int facts_card(const struct facts *f, const json_t *card); /* how many of its questions are right */

void facts_week(const struct facts *f, struct app *a, const json_t *week, struct week_facts *ret);
struct hours facts_hours(const json_t *week); /* one of curriculum_weeks, curriculum_week or year_week */
/* "reading 7.5 h, labs 2.2 h, extra 21 h", as far as there is any of it. */
void facts_plan(char *ret, size_t n, struct hours h);
/* Is the lab one of the week's extras, which the week can be passed without? */
bool facts_extra(const json_t *week, const char *lab);

void facts_owner(const json_t *week, char ret[8]); /* "w07" */

const json_t *facts_brief(struct app *a,
                          const char *lab); /* of curriculum_labs(); NULL: not there yet */
const char *facts_title(struct app *a, const char *lab); /* also of a lab that is only planned */

#endif
