/* test_map.c: in which state each row of the fixture's map is, and what changes it; where a page's figures are from. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEN(a) (sizeof(a) / sizeof *(a))
#define WEEK "curriculum/weeks/w01.lua"
#define MAP "curriculum/map.lua"

TestSuite(map, .init = fixture_make, .fini = fixture_drop, .timeout = 60);

struct state {
    const char *row, *is;
};

/* Each row is in the state that is told here, and the totals agree with the rows. */
static void expect_states(const struct state *rows, size_t n)
{
    static const char *const names[] = {"implemented", "taught", "planned", "missing"};
    struct curriculum *cur = fixture_open();
    json_t *map = curriculum_map(cur), *row;
    size_t k, j;
    int counted[LEN(names)] = {0};
    cr_assert(map, "%s", curriculum_error(cur));
    json_array_foreach(json_object_get(map, "rows"), k, row) {
        const char *id = json_string_value(json_object_get(row, "id"));
        const char *is = json_string_value(json_object_get(row, "status"));
        for (j = 0; j < n; j++)
            if (!strcmp(rows[j].row, id))
                cr_expect_str_eq(is, rows[j].is, "%s is %s", id, is);
        for (j = 0; j < LEN(names); j++)
            counted[j] += !strcmp(names[j], is);
    }
    for (j = 0; j < LEN(names); j++)
        cr_expect_eq(json_integer_value(json_object_get(map, names[j])), counted[j], "%s", names[j]);
    cr_expect_eq(json_integer_value(json_object_get(map, "total")), (int)k);
    json_decref(map);
    curriculum_close(cur);
}

Test(map, as_the_fixture_stands)
{
    static const struct state rows[] = {
        {"S003-P1", "implemented"},    {"S003-E1", "implemented"}, {"S003-W01", "implemented"},
        {"S003-W01-C1", "implemented"}, {"S003-LATER", "planned"},  {"S004-REPO", "planned"},
        {"S003-CARD", "implemented"},  {"S003-CARD2", "planned"},  {"S004-FACT", "implemented"},
    };
    expect_states(rows, LEN(rows));
}

/* A lab without its lesson is not complete; a row that names something unknown is missing. */
Test(map, a_lab_needs_its_lesson)
{
    static const struct state rows[] = {{"S003-E1", "planned"}, {"S003-LATER", "missing"}};
    fixture_shell("rm %s/labs/t01-toy/lesson.md", fixture_root);
    fixture_edit(MAP, "\"lab:t01\", \"lab:t03\"", "\"lab:t99\"");
    expect_states(rows, LEN(rows));
}

Test(map, an_idea_whose_lab_is_not_there_is_taught_by_its_week)
{
    static const struct state taught[] = {{"S003-W01-C1", "taught"}, {"S003-LATER", "planned"}};
    static const struct state untold[] = {{"S003-W01-C1", "planned"}};
    static const struct state unknown[] = {{"S003-W01-C1", "missing"}};
    fixture_edit(MAP, "duplicate:S003-W01", "lab:t03");
    expect_states(taught, LEN(taught));
    fixture_edit(WEEK, "seed = \"S003-W01-C1\"", "seeds = {\"S003-W01-C1\"}");
    expect_states(taught, LEN(taught));
    fixture_edit(WEEK, "seeds = {\"S003-W01-C1\"}", "seeds = {}");
    expect_states(untold, LEN(untold));
    fixture_edit(WEEK, "seeds = {}", "seed = \"S003-W01-C1\"");
    fixture_edit(MAP, "\"S003-W01-C1\", by = {\"lab:t03\"", "\"S003-W01-C1\", by = {\"lab:t99\"");
    expect_states(unknown, LEN(unknown));
}

/* That a reading is on the list is not enough: a page asks for it. */
Test(map, a_reading_counts_once_a_page_asks_for_it)
{
    static const struct state unasked[] = {{"S003-P1", "planned"}, {"S003-E1", "implemented"}};
    static const struct state asked[] = {{"S003-P1", "implemented"}};
    fixture_edit(MAP, "track:main", "reading:blog");
    expect_states(unasked, LEN(unasked));
    fixture_edit(WEEK, "{\"paper\", hours", "{\"blog\", hours");
    expect_states(asked, LEN(asked));
}

static const char *text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

/* "link bw_dir, toy bf16" */
static void figures_of(const char *page, char *ret, size_t n)
{
    struct curriculum *cur = fixture_open();
    json_t *list = curriculum_sources(cur, page), *f;
    size_t k, at = 0;
    cr_assert(list, "%s", curriculum_error(cur));
    *ret = 0;
    json_array_foreach(list, k, f)
        at += (size_t)snprintf(ret + at, n - at, "%s%s %s", k ? ", " : "", text(f, "card"), text(f, "figure"));
    json_decref(list);
    curriculum_close(cur);
}

/* What its facts look up, what its text does, and nothing else; a lab that the week only names adds none. */
Test(map, the_figures_of_a_page)
{
    char had[512];
    figures_of("w01", had, sizeof had);
    cr_expect_str_eq(had, "toy bf16, toy bw");
    fixture_edit(WEEK, "A summary that takes", "A summary of {{= n(hw.link.bw_dir) }} that takes");
    figures_of("w01", had, sizeof had);
    cr_expect_str_eq(had, "link bw_dir, toy bf16, toy bw");
    fixture_edit(WEEK, "{ridge = hw.toy.bf16 / hw.toy.bw}", "{ridge = 50}");
    figures_of("1", had, sizeof had);
    cr_expect_str_eq(had, "link bw_dir");
}

Test(map, a_figure_has_its_kind_source_and_date)
{
    struct curriculum *cur = fixture_open();
    json_t *list = curriculum_sources(cur, "w01");
    cr_assert_eq(json_array_size(list), 2, "%s", curriculum_error(cur));
    const json_t *peak = json_array_get(list, 0), *bw = json_array_get(list, 1);
    cr_expect_str_eq(text(peak, "source"), "spec");
    cr_expect_str_eq(text(peak, "from"), "data sheet");
    cr_expect_str_eq(text(peak, "date"), "2026-01", "without one of its own the card's");
    cr_expect_str_eq(text(peak, "name"), "Toy GPU");
    cr_expect_eq(json_number_value(json_object_get(peak, "value")), 100e12);
    cr_expect_str_eq(text(bw, "source"), "measured");
    cr_expect_str_eq(text(bw, "date"), "2026-01-31");
    cr_expect_null(curriculum_sources(cur, "cards/nosuch"));
    cr_expect(strstr(curriculum_error(cur), "cards/nosuch"), "%s", curriculum_error(cur));
    json_decref(list);
    curriculum_close(cur);
}
