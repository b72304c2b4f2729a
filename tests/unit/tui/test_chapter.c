/* test_chapter.c: which deep dive it is time for, from facts that are made here. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learner.h"
#include "runner/base/js.h"
#include "tui/app/chapter.h"

TestSuite(chapter, .timeout = 120);

static struct app a;
static struct facts facts;

static void begin(const char *track)
{
    learner_begin(&a, track);
    facts_load(&facts, &a);
}

static void end(void)
{
    facts_free(&facts);
    learner_end(&a);
}

static void pass(const json_t *labs, bool passed)
{
    size_t k;
    const json_t *id;
    json_array_foreach(labs, k, id)
        json_object_set_new(facts.standing, json_string_value(id),
                            json_pack("{s:s, s:b}", "status", passed ? "PASS" : "FAIL", "begun", 1));
}

static const json_t *labs_of(const char *step)
{
    size_t k;
    const json_t *s;
    json_array_foreach(json_object_get(app_track(&a), "steps"), k, s)
        if (strstr(json_string_value(json_object_get(s, "title")), step))
            return json_object_get(s, "labs");
    cr_assert(0, "no step %s", step);
    return NULL;
}

static const json_t *labs_of_week(int n)
{
    const json_t *week = facts_week_brief(&a, n);
    cr_assert(week, "no week %d", n);
    return json_object_get(week, "labs");
}

static void expect(const char *id, const char *why)
{
    json_t *next = chapter_next(&a, &facts);
    const char *got = next ? json_string_value(json_object_get(next, "id")) : "none";
    const char *said = next ? json_string_value(json_object_get(next, "why")) : "";
    cr_expect_str_eq(got, id, "%s, for %s", got, id);
    cr_expect(strstr(said, why), "%s: %s, for %s", id, said, why);
    json_decref(next);
}

static const json_t *card_of(const char *chapter)
{
    const json_t *card = js_row(curriculum_cards(a.cur), "id", chapter);
    cr_assert(card, "no chapter %s", chapter);
    return card;
}

static void tick(const char *chapter, int sections)
{
    const json_t *title;
    size_t k;
    char key[120];
    json_array_foreach(json_object_get(card_of(chapter), "sections"), k, title) {
        snprintf(key, sizeof key, "r/%s/%s", chapter, json_string_value(title));
        if ((int)k < sections)
            json_object_set_new(facts.ticks, key, json_integer(1));
    }
}

static void answer_all(const char *chapter)
{
    const json_t *q;
    size_t k;
    char key[120];
    json_array_foreach(json_object_get(card_of(chapter), "questions"), k, q) {
        snprintf(key, sizeof key, "%s/%s", chapter, js_text(q, "id"));
        json_object_set_new(facts.answers, key, json_string("PASS"));
        json_object_set_new(facts.assessed, key, json_string("self-assessed 3 of 5"));
    }
}

Test(chapter, of_a_step_whose_labs_are_passed)
{
    begin("systems24");
    expect("none", "");
    pass(labs_of("D07 attention"), true);
    expect("deep/d07", "the labs of \"W17: D07 attention\" are passed: 0 of its 9 sections are read (`ridge show d07`)");
    pass(labs_of("D01 GPU"), true);
    expect("deep/d01", "W5-6");
    pass(labs_of("D01 GPU"), false);
    expect("deep/d07", "W17");
    end();
}

Test(chapter, its_exercises_come_after_its_sections_and_then_another_one)
{
    begin("systems24");
    pass(labs_of("D06 distributed"), true);
    tick("deep/d06", 8);
    expect("deep/d06", "8 of its 9 sections are read");
    tick("deep/d06", 9);
    expect("deep/d06", "it is read, and 0 of its 6 exercises are done (`ridge answer d06`)");
    answer_all("deep/d06");
    expect("deep/d11", "W13-16");
    tick("deep/d11", 9);
    answer_all("deep/d11");
    expect("none", "");
    end();
}

Test(chapter, of_weeks_that_are_passed)
{
    const json_t *card, *n;
    size_t k, q;
    begin("52weeks");
    expect("none", "");
    json_array_foreach(curriculum_cards(a.cur), k, card)
        if (!strcmp(json_string_value(json_object_get(card, "id")), "deep/d07"))
            json_array_foreach(json_object_get(card, "weeks"), q, n) {
                expect("none", "");
                pass(labs_of_week((int)json_integer_value(n)), true);
            }
    expect("deep/d07", "because weeks 4, 17 and 29 are passed: 0 of its 9 sections are read");
    for (int week = 1; week <= 52; week++)
        pass(labs_of_week(week), true);
    expect("deep/d01", "are passed");
    tick("deep/d08", 1);
    expect("deep/d08", "1 of its 9 sections are read"); /* what was begun goes first */
    end();
}
