/* facts.c: standing, ticks and answers from the workbook, added up a week. */
#define _GNU_SOURCE
#include "facts.h"

#include <stdio.h>
#include <string.h>

#include "runner/base/figure.h"
#include "rubric.h"
#include "runner/base/js.h"

enum { SITTINGS = 1000 }; /* the newest that are looked at */

static void add_ticks(json_t *to, struct app *a, enum db_tick_kind kind, char letter)
{
    json_t *list = NULL;
    size_t k;
    const json_t *t;
    char key[300];
    if (!a->db || db_ticks(a->db, kind, NULL, &list) != DB_OK)
        return;
    json_array_foreach(list, k, t) {
        snprintf(key, sizeof key, "%c/%s/%s", letter, js_text(t, "owner"), js_text(t, "key"));
        json_object_set(to, key, json_object_get(t, "when"));
    }
    json_decref(list);
}

static void add_answers(struct facts *f, struct app *a)
{
    json_t *list = NULL;
    size_t k;
    const json_t *t;
    char key[300], words[RUBRIC_WORDS];
    if (!a->db || db_answers(a->db, NULL, &list) != DB_OK)
        return;
    app_mark_older(a, list, "owner");
    json_array_foreach(list, k, t) {
        bool of_drill = json_object_get(json_object_get(t, "params"), "drill") != NULL;
        bool stale = of_drill && json_is_true(json_object_get(t, "older"));
        snprintf(key, sizeof key, "%s/%s", js_text(t, "owner"), js_text(t, "question"));
        json_object_set_new(f->answers, key, stale ? json_string("STALE") : json_incref(json_object_get(t, "status")));
        rubric_words(t, words, sizeof words);
        if (*words)
            json_object_set_new(f->assessed, key, json_string(words));
    }
    json_decref(list);
}

/* The rows come newest first. */
static void add_sittings(json_t *to, struct app *a)
{
    json_t *list = NULL, *s;
    size_t k;
    char last[60];
    if (!a->db || db_sittings(a->db, SITTINGS, &list) != DB_OK)
        return;
    json_array_foreach(list, k, s) {
        json_t *had = json_object_get(to, js_text(s, "scope"));
        bool passed = json_is_true(json_object_get(s, "passed"));
        if (!*js_text(s, "how") || json_is_true(json_object_get(s, "open_book")))
            continue;
        snprintf(last, sizeof last, "%.0f of %.0f cold", js_number(s, "solved"), js_number(s, "of"));
        if (!had)
            json_object_set_new(to, js_text(s, "scope"), json_pack("{s:s s:b}", "last", last, "passed", (int)passed));
        else if (passed)
            json_object_set_new(had, "passed", json_true());
    }
    json_decref(list);
}

void facts_load_answers(struct facts *f, struct app *a)
{
    facts_free(f);
    f->answers = json_object();
    f->assessed = json_object();
    f->cold = json_object();
    add_answers(f, a);
    add_sittings(f->cold, a);
}

void facts_load(struct facts *f, struct app *a)
{
    facts_load_answers(f, a);
    f->standing = app_standing_all(a);
    f->ticks = json_object();
    add_ticks(f->ticks, a, DB_TICK_READING, 'r');
    add_ticks(f->ticks, a, DB_TICK_CONCEPT, 'c');
}

void facts_free(struct facts *f)
{
    json_decref(f->standing);
    json_decref(f->ticks);
    json_decref(f->answers);
    json_decref(f->assessed);
    json_decref(f->cold);
    *f = (struct facts){0};
}

int facts_ticked(const struct facts *f, char kind, const char *owner, const char *key)
{
    char name[300];
    snprintf(name, sizeof name, "%c/%s/%s", kind, owner, key);
    return json_object_get(f->ticks, name) != NULL;
}

const char *facts_answer(const struct facts *f, const char *owner, const char *question)
{
    char name[300];
    snprintf(name, sizeof name, "%s/%s", owner, question);
    const char *s = json_string_value(json_object_get(f->answers, name));
    return s ? s : "PENDING";
}

const char *facts_assessed(const struct facts *f, const char *owner, const char *question)
{
    char name[300];
    snprintf(name, sizeof name, "%s/%s", owner, question);
    return json_string_value(json_object_get(f->assessed, name));
}

const char *facts_cold(const struct facts *f, const char *chapter, bool *ret_passed)
{
    const json_t *cold = json_object_get(f->cold, chapter);
    *ret_passed = json_is_true(json_object_get(cold, "passed"));
    return js_text(cold, "last");
}

/* Nothing is left to do on the question. */
static bool is_done(const struct facts *f, const char *owner, const json_t *question)
{
    const char *id = js_text(question, "id");
    if (rubric_is_text(question))
        return facts_assessed(f, owner, id) != NULL;
    return !strcmp(facts_answer(f, owner, id), "PASS");
}

const json_t *facts_week_brief(struct app *a, int n)
{
    size_t k;
    const json_t *w;
    json_array_foreach(curriculum_weeks(a->cur), k, w)
        if ((int)js_number(w, "n") == n)
            return w;
    return NULL;
}

const json_t *facts_brief(struct app *a, const char *lab)
{
    return curriculum_brief(a->cur, lab);
}

const char *facts_title(struct app *a, const char *lab)
{
    const json_t *brief = facts_brief(a, lab);
    return js_text(brief ? brief : json_object_get(curriculum_catalogue(a->cur), lab), "title");
}

const char *facts_lab(const struct facts *f, struct app *a, const char *lab)
{
    const json_t *brief = facts_brief(a, lab), *mine = json_object_get(f->standing, lab);
    if (!brief)
        return NULL;
    if (!strcmp(js_text(mine, "status"), "PASS") || !strcmp(js_text(mine, "status"), "STALE"))
        return js_text(mine, "status");
    return json_is_true(json_object_get(mine, "begun")) ? "BEGUN" : "PENDING";
}

const char *facts_stage(const struct facts *f, const char *lab)
{
    return js_text(json_object_get(f->standing, lab), "stage");
}

int facts_begun(const struct facts *f)
{
    const char *id;
    json_t *lab;
    int n = 0;
    json_object_foreach(f->standing, id, lab)
        n += json_is_true(json_object_get(lab, "begun"));
    return n;
}

int facts_card(const struct facts *f, const json_t *card)
{
    size_t k;
    const json_t *q;
    int right = 0;
    json_array_foreach(json_object_get(card, "questions"), k, q)
        right += is_done(f, js_text(card, "id"), q);
    return right;
}

static void add_cards(const struct facts *f, struct app *a, const json_t *week, struct week_facts *w)
{
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(a->cur), k, card) {
        if ((int)js_number(card, "week") != (int)js_number(week, "n"))
            continue;
        int right = facts_card(f, card);
        w->cards++;
        w->cards_done += right == (int)json_array_size(json_object_get(card, "questions"));
        w->begun |= right > 0;
    }
}

struct hours facts_hours(const json_t *week)
{
    const json_t *h = json_object_get(week, "hours");
    return (struct hours){js_number(h, "read"), js_number(h, "lab"), js_number(h, "extra_read"),
                          js_number(h, "extra_lab")};
}

void facts_plan(char *ret, size_t n, struct hours h)
{
    char read[24], lab[24], extra[24];
    double more = h.extra_read + h.extra_lab;
    figure_hours(read, sizeof read, h.read);
    figure_hours(lab, sizeof lab, h.lab);
    figure_hours(extra, sizeof extra, more);
    snprintf(ret, n, "%s%s%s%s%s%s%s", h.read > 0 ? "reading " : "", h.read > 0 ? read : "",
             h.read > 0 && h.lab > 0 ? ", " : "", h.lab > 0 ? "labs " : "", h.lab > 0 ? lab : "",
             more <= 0 ? "" : h.read > 0 || h.lab > 0 ? ", extra " : "extra ", more > 0 ? extra : "");
}

bool facts_extra(const json_t *week, const char *lab)
{
    size_t k;
    const json_t *id;
    json_array_foreach(json_object_get(week, "extras"), k, id)
        if (!strcmp(json_string_value(id), lab))
            return true;
    return false;
}

void facts_owner(const json_t *week, char ret[8])
{
    snprintf(ret, 8, "w%02d", (int)js_number(week, "n") % 100);
}

void facts_week(const struct facts *f, struct app *a, const json_t *week, struct week_facts *ret)
{
    struct week_facts w = {.plan = facts_hours(week)};
    char owner[8];
    size_t k;
    const json_t *x;
    facts_owner(week, owner);
    json_array_foreach(json_object_get(week, "concepts"), k, x) {
        w.concepts++;
        w.concepts_done += facts_ticked(f, 'c', owner, js_text(x, "id"));
    }
    json_array_foreach(json_object_get(week, "readings"), k, x) {
        int done = facts_ticked(f, 'r', owner, js_text(x, "key"));
        w.readings++;
        w.readings_done += done;
        w.hours_read += done ? js_number(x, "hours") : 0;
    }
    json_array_foreach(json_object_get(week, "labs"), k, x) {
        const char *s = facts_lab(f, a, json_string_value(x));
        w.begun |= s && strcmp(s, "PENDING");
        if (facts_extra(week, json_string_value(x)))
            continue;
        w.labs++;
        w.labs_ready += s != NULL;
        w.labs_done += s && !strcmp(s, "PASS");
    }
    json_array_foreach(json_object_get(week, "questions"), k, x) {
        const char *s = facts_answer(f, owner, js_text(x, "id"));
        bool text = rubric_is_text(x), done = is_done(f, owner, x);
        w.texts += text;
        w.texts_written += text && done;
        w.questions += !text;
        w.questions_done += !text && done;
        w.begun |= strcmp(s, "PENDING") != 0;
    }
    add_cards(f, a, week, &w);
    int all = w.concepts + w.readings + w.labs_ready + w.questions + w.texts + w.cards;
    int done = w.concepts_done + w.readings_done + w.labs_done + w.questions_done + w.texts_written + w.cards_done;
    w.part = all ? (double)done / all : 0;
    w.begun |= done > 0;
    *ret = w;
}
