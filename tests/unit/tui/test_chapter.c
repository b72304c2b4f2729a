/* test_chapter.c: which deep dive it is time for, from facts that are made here. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/util.h"
#include "tui/app/chapter.h"

TestSuite(chapter, .timeout = 120);

static struct app a;
static struct facts facts;
static char home[64];

static void begin(const char *track)
{
    struct app_options o = { .root = RIDGE_SOURCE_ROOT, .home = home, .no_color = 1 };
    snprintf(home, sizeof home, "/tmp/ridge-chapter-XXXXXX");
    cr_assert(mkdtemp(home));
    cr_assert_eq(app_open(&a, &o, getenv("RIDGE_BIN")), APP_OK, "%s", a.error);
    cr_assert_eq(app_need_db(&a), APP_OK, "%s", a.error);
    cr_assert(curriculum_load(a.cur), "%s", curriculum_error(a.cur));
    json_t *id = json_string(track);
    cr_assert_eq(db_state_put(a.db, "track", id), DB_OK);
    json_decref(id);
    facts_load(&facts, &a);
}

static void end(void)
{
    facts_free(&facts);
    app_close(&a);
    util_remove_tree(home);
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

static void tick(const char *chapter, int sections)
{
    const json_t *card, *title;
    size_t k, n;
    char key[120];
    json_array_foreach(curriculum_cards(a.cur), k, card)
        if (!strcmp(json_string_value(json_object_get(card, "id")), chapter))
            json_array_foreach(json_object_get(card, "sections"), n, title) {
                snprintf(key, sizeof key, "r/%s/%s", chapter, json_string_value(title));
                if ((int)n < sections)
                    json_object_set_new(facts.ticks, key, json_integer(1));
            }
}

static void answer_all(const char *chapter)
{
    const json_t *card, *q;
    size_t k, n;
    char key[120];
    json_array_foreach(curriculum_cards(a.cur), k, card)
        if (!strcmp(json_string_value(json_object_get(card, "id")), chapter))
            json_array_foreach(json_object_get(card, "questions"), n, q) {
                snprintf(key, sizeof key, "%s/%s", chapter, json_string_value(json_object_get(q, "id")));
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
