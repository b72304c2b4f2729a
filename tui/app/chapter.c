/* chapter.c: see chapter.h. */
#define _GNU_SOURCE
#include "chapter.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "rubric.h"
#include "runner/base/js.h"

bool chapter_is(const json_t *card)
{
    return !strncmp(js_text(card, "id"), "deep/", 5);
}

bool chapter_ticked(const struct facts *facts, const json_t *card, const char *section)
{
    return facts_ticked(facts, 'r', js_text(card, "id"), section);
}

const char *chapter_exercise(const struct facts *facts, const json_t *card, const json_t *question)
{
    const char *status = facts_answer(facts, js_text(card, "id"), js_text(question, "id"));
    if (rubric_is_text(question)) {
        const char *words = facts_assessed(facts, js_text(card, "id"), js_text(question, "id"));
        return words ? words : "open";
    }
    if (!strcmp(status, "PASS"))
        return !strcmp(js_text(question, "kind"), "build") ? "built" : "right";
    return !strcmp(status, "FAIL") ? "wrong" : !strcmp(status, "STALE") ? "stale" : "open";
}

void chapter_facts(const struct facts *facts, const json_t *card, struct chapter_facts *ret)
{
    size_t k;
    const json_t *x;
    *ret = (struct chapter_facts){ 0 };
    json_array_foreach(json_object_get(card, "sections"), k, x) {
        ret->sections++;
        ret->ticked += chapter_ticked(facts, card, json_string_value(x));
    }
    json_array_foreach(json_object_get(card, "questions"), k, x) {
        const char *state = chapter_exercise(facts, card, x);
        bool done = strcmp(state, "open") && strcmp(state, "wrong") && strcmp(state, "stale");
        ret->exercises += !rubric_is_text(x);
        ret->right += !rubric_is_text(x) && done;
        ret->texts += rubric_is_text(x);
        ret->texts_written += rubric_is_text(x) && done;
    }
    ret->last_cold = facts_cold(facts, js_text(card, "id"), &ret->cold);
    ret->complete = ret->ticked == ret->sections && ret->right == ret->exercises && ret->texts_written == ret->texts &&
                    ret->exercises + ret->texts == (int)js_number(card, "exercises");
}

json_t *chapter_line(const struct facts *facts, const json_t *card)
{
    struct chapter_facts f;
    chapter_facts(facts, card, &f);
    return json_pack("{s:O s:O s:O s:i s:i s:i s:i s:i s:i s:b s:b s:s}", "id", json_object_get(card, "id"), "title",
                     json_object_get(card, "title"), "weeks", json_object_get(card, "weeks"), "sections", f.sections,
                     "ticked", f.ticked, "exercises", f.exercises, "right", f.right, "texts", f.texts, "written",
                     f.texts_written, "complete", (int)f.complete, "cold", (int)f.cold, "last_cold", f.last_cold);
}

/* {"w04-flash-tiles#Math": true, …} of all that is ticked off anywhere. */
static json_t *all_ticked(struct app *a)
{
    json_t *list = NULL, *ret = json_object();
    size_t k;
    const json_t *t;
    char name[300];
    if (!a->db || db_ticks(a->db, DB_TICK_READING, NULL, &list) != DB_OK)
        return ret;
    json_array_foreach(list, k, t) {
        snprintf(name, sizeof name, "%s#%s", js_text(t, "owner"), js_text(t, "key"));
        json_object_set_new(ret, name, json_true());
    }
    json_decref(list);
    return ret;
}

static json_t *exercise_states(const struct facts *facts, const json_t *card)
{
    json_t *ret = json_object();
    size_t k;
    const json_t *q;
    json_array_foreach(json_object_get(card, "questions"), k, q)
        json_object_set_new(ret, js_text(q, "id"), json_string(chapter_exercise(facts, card, q)));
    return ret;
}

static json_t *lab_states(struct app *a, const struct facts *facts)
{
    json_t *ret = json_object();
    size_t k;
    const json_t *lab;
    json_array_foreach(curriculum_labs(a->cur), k, lab) {
        const char *status = facts_lab(facts, a, js_text(lab, "id"));
        bool open = !status || !strcmp(status, "PENDING");
        const char *word = open ? "open" : !strcmp(status, "BEGUN") ? "begun" : "passed";
        json_object_set_new(ret, js_text(lab, "id"), json_string(word));
    }
    return ret;
}

json_t *chapter_marks(struct app *a, const struct facts *facts, const json_t *card, const char *unfold)
{
    int64_t at = app_now();
    time_t seconds = (time_t)(at / 1000);
    char now[16];
    struct tm tm;
    gmtime_r(&seconds, &tm);
    strftime(now, sizeof now, "%Y-%m", &tm);
    return json_pack("{s:o, s:s*, s:o, s:o, s:s}", "ticked", unfold ? all_ticked(a) : json_object(), "unfold", unfold,
                     "states", exercise_states(facts, card), "labs", lab_states(a, facts), "now", now);
}

int chapter_tick(struct app *a, const json_t *card, const json_t *chapter, const char *section, bool on)
{
    const json_t *s = js_row(json_object_get(chapter, "sections"), "title", section), *from;
    size_t k;
    if (!s)
        return app_fail(a, APP_USAGE, "%s has no section \"%.60s\".", js_text(chapter, "title"), section);
    if (db_tick(a->db, DB_TICK_READING, js_text(card, "id"), section, on) != DB_OK)
        return app_fail(a, APP_CONFIG, "The tick could not be kept: %s", db_error(a->db));
    json_array_foreach(json_object_get(s, "quoted_from"), k, from) {
        char owner[200];
        const char *place = strchr(json_string_value(from), '#');
        if (!place || strchr(place, '/')) /* a part of a section is not the section */
            continue;
        snprintf(owner, sizeof owner, "%.*s", (int)(place - json_string_value(from)), json_string_value(from));
        if (on && db_tick(a->db, DB_TICK_READING, owner, place + 1, on) != DB_OK)
            return app_fail(a, APP_CONFIG, "The tick could not be kept: %s", db_error(a->db));
    }
    return APP_OK;
}

/* ---- which is next ----------------------------------------------------------------------------------------- */

/* Are the labs that exist all passed? Of none it is not said. */
static bool labs_passed(struct app *a, const struct facts *facts, const json_t *labs)
{
    size_t k;
    const json_t *id;
    int passed = 0;
    json_array_foreach(labs, k, id) {
        const char *status = facts_lab(facts, a, json_string_value(id));
        if (status && strcmp(status, "PASS"))
            return false;
        passed += status != NULL;
    }
    return passed > 0;
}

static bool weeks_passed(struct app *a, const struct facts *facts, const json_t *card)
{
    size_t k;
    const json_t *n, *weeks = json_object_get(card, "weeks");
    struct week_facts w;
    json_array_foreach(weeks, k, n) {
        const json_t *week = facts_week_brief(a, (int)json_integer_value(n));
        if (!week)
            return false;
        facts_week(facts, a, week, &w);
        if (!w.labs_ready || w.labs_done < w.labs_ready)
            return false;
    }
    return json_array_size(weeks) > 0;
}

/* "week 17 is passed", "weeks 4 and 17 are passed" */
static void weeks_words(const json_t *card, char *ret, size_t n)
{
    size_t k, size = json_array_size(json_object_get(card, "weeks")), used = 0;
    const json_t *week;
    used += (size_t)snprintf(ret, n, "week%s", size == 1 ? "" : "s");
    json_array_foreach(json_object_get(card, "weeks"), k, week)
        if (used < n)
            used += (size_t)snprintf(ret + used, n - used, "%s %d",
                                     !k             ? ""
                                     : k + 1 < size ? ","
                                                    : " and",
                                     (int)json_integer_value(week));
    if (used < n)
        snprintf(ret + used, n - used, size == 1 ? " is passed" : " are passed");
}

/* Sections come before exercises. */
static json_t *offer(const json_t *card, const struct chapter_facts *f, const char *passed)
{
    const char *name = strchr(js_text(card, "id"), '/') + 1;
    char left[120];
    if (f->ticked < f->sections)
        snprintf(left, sizeof left, "%d of its %d sections are read (`ridge show %s`)", f->ticked, f->sections, name);
    else
        snprintf(left, sizeof left, "it is read, and %d of its %d exercises are done (`ridge answer %s`)",
                 f->right + f->texts_written, f->exercises + f->texts, name);
    return json_pack("{s:O s:O s:o}", "id", json_object_get(card, "id"), "title", json_object_get(card, "title"), "why",
                     json_sprintf("because %s: %s", passed, left));
}

static const json_t *card_named(struct app *a, const char *name)
{
    char id[40];
    snprintf(id, sizeof id, "deep/%.30s", name);
    return js_row(curriculum_cards(a->cur), "id", id);
}

/* Of a track with chapters; *ret_named: it has some. */
static json_t *next_of_steps(struct app *a, const struct facts *facts, bool *ret_named)
{
    size_t k, q;
    const json_t *step, *name;
    struct chapter_facts f;
    char passed[200];
    json_array_foreach(json_object_get(app_track(a), "steps"), k, step)
        json_array_foreach(json_object_get(step, "deep"), q, name) {
            const json_t *card = card_named(a, json_string_value(name));
            *ret_named = true;
            if (!card || !labs_passed(a, facts, json_object_get(step, "labs")))
                continue;
            chapter_facts(facts, card, &f);
            snprintf(passed, sizeof passed, "the labs of \"%.120s\" are passed", js_text(step, "title"));
            if (!f.complete)
                return offer(card, &f, passed);
        }
    return NULL;
}

json_t *chapter_next(struct app *a, const struct facts *facts)
{
    bool named = false;
    json_t *ret = next_of_steps(a, facts, &named);
    const json_t *card, *best = NULL;
    struct chapter_facts f, of_best = { 0 };
    char passed[120];
    size_t k;
    json_array_foreach(named ? NULL : curriculum_cards(a->cur), k, card) {
        if (!chapter_is(card) || !weeks_passed(a, facts, card))
            continue;
        chapter_facts(facts, card, &f);
        bool begun = f.ticked + f.right + f.texts_written > 0;
        if (f.complete || (best && (!begun || of_best.ticked + of_best.right + of_best.texts_written > 0)))
            continue;
        best = card;
        of_best = f;
    }
    if (!best)
        return ret;
    weeks_words(best, passed, sizeof passed);
    return offer(best, &of_best, passed);
}
