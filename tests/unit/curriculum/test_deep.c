/* test_deep.c: deep dives: quoted passages, marks of figures, research marks, and what the lint says of bad ones. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))
#define PAGE "curriculum/deep/d07.md"
#define MANIFEST "curriculum/deep/d07.lua"
#define LIST "curriculum/deep.lua"
#define LESSON "labs/t01-toy/lesson.md"

static const char list_text[] =
    "return deep_dives {\n"
    "  {\"deep/d07\", title = \"Toys\", weeks = {1}, weeks24 = {17}},\n"
    "  {\"deep/d08\", title = \"Later\"},\n"
    "}\n";

static const char manifest_text[] =
    "return deep {\n"
    "  id = \"d07\", words = 8600, exercises = 1, after = {\"d08\"}, labs = {\"t01-toy\"},\n"
    "  hours = {read = 3.5, exercises = 6}, wip = true,\n"
    "  topics = {{\"S004-C07-T01\", at = \"t01-toy#Numbers\"}, {\"S004-C07-T02\", at = \"#Math\"}},\n"
    "  disputed = {{id = \"peak\", says = {{\"it is 1\", source = \"A\"}, {\"it is 2\", source = \"B\"}}}},\n"
    "  typed = {{\"16,384 GPUs\", source = \"A Paper\"}},\n"
    "  facts = function(hw) return {ridge = 7} end,\n"
    "  questions = {\n"
    "    q.num{id = \"d07-twice\", unit = \"1\", ask = \"Twice {{= p.k}}?\", vary = {k = {2, 3}},\n"
    "      answer = function(f, p) return 2*p.k end, worked = \"so\",\n"
    "      wrong = {{value = function(f, p) return p.k end, hint = \"once\"},\n"
    "               {value = function(f, p) return 3*p.k + 1 end, hint = \"thrice\"}}},\n"
    "  },\n"
    "}\n";

#define WORDS "This section says in words of its own what the passages that it quotes are there for, and no more.\n\n"

static const char page_text[] =
    "# D07: Toys\n\n"
    "## Why\n\n" WORDS "The memory does {{= fact(\"toy.bw\") }}, the link {{= fact(\"link.bw_dir\") }}.\n\n"
    "## Mental model\n\n" WORDS
    "## Mechanism\n\n" WORDS "It took 16,384 GPUs in 2024, tiles of 128×256, 2^20 and `4096`.\n\n"
    "## Math\n\n" WORDS "{{= disputed(\"peak\") }}\n\n"
    "## Numbers\n\n" WORDS "The chapter's own ridge is {{= f.ridge }}.\n\n{{> t01-toy#Numbers }}\n\n"
    "## Diagrams\n\n" WORDS
    "## Code\n\n" WORDS
    "## Pitfalls\n\n" WORDS "{{research \"2026-11\"}}\n\nNobody knows.\n\n{{end}}\n\n"
    "## Exercises\n\n" WORDS "{{exercises}}\n";

static void make(void)
{
    fixture_make();
    fixture_shell("mkdir %s/curriculum/deep", fixture_root);
    fixture_write(LIST, list_text);
    fixture_write(MANIFEST, manifest_text);
    fixture_write(PAGE, page_text);
    fixture_edit("curriculum/map.lua", "return map {",
                 "return map {\n  {\"S004-C07\", by = {\"deep:d07\"}}, {\"S004-C07-T01\", by = {\"lab:t01\"}},\n"
                 "  {\"S004-C07-T02\", by = {\"lab:t01\"}}, {\"S004-C07-EX\", by = {\"exercise:d07-twice\"}},\n"
                 "  {\"S004-C08\", by = {\"deep:d08\"}}, {\"S004-C07-EX2\", by = {\"exercise:d07-none\"}},");
}

TestSuite(deep, .init = make, .fini = fixture_drop, .timeout = 120);

static const char *text_of(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static json_t *chapter(struct curriculum *cur, const json_t *marks)
{
    json_t *ret = curriculum_chapter(cur, "d07", marks, true);
    cr_assert(ret, "%s", curriculum_error(cur));
    return ret;
}

Test(deep, three_names_are_one_chapter)
{
    static const char *const names[] = {"d07", "D07", "deep/d07"};
    struct curriculum *cur = fixture_open();
    for (size_t k = 0; k < LEN(names); k++) {
        char *page = curriculum_lesson(cur, names[k]);
        cr_expect(page && strstr(page, "# D07: Toys"), "%s: %s", names[k], curriculum_error(cur));
        free(page);
        json_t *questions = curriculum_questions(cur, names[k], 1);
        cr_expect_eq(json_array_size(questions), 1, "%s: %s", names[k], curriculum_error(cur));
        json_decref(questions);
    }
    static const char *const none[] = {"d08", "d99", "deep/../hw", "deep/", "d7", "dxx"};
    for (size_t k = 0; k < LEN(none); k++) {
        cr_expect_null(curriculum_chapter(cur, none[k], NULL, false), "%s", none[k]);
        cr_expect(strstr(curriculum_error(cur), "There is no chapter"), "%s", curriculum_error(cur));
    }
    curriculum_close(cur);
}

/* The passage has its lab's ridge of 50, the text beside it the chapter's of 7. */
Test(deep, a_passage_is_quoted_with_its_own_facts)
{
    struct curriculum *cur = fixture_open();
    json_t *c = chapter(cur, NULL);
    const char *page = text_of(c, "markdown");
    cr_expect(strstr(page, "own ridge is 7."), "%s", page);
    cr_expect(strstr(page, "> *from `t01-toy` Toy lab · Numbers*\n>\n> The ridge of the toy is 50 FLOP/B"), "%s", page);
    const json_t *numbers = json_array_get(json_object_get(c, "sections"), 4);
    cr_expect_str_eq(text_of(numbers, "title"), "Numbers");
    cr_expect_str_eq(json_string_value(json_array_get(json_object_get(numbers, "quoted_from"), 0)), "t01-toy#Numbers");
    cr_expect_geq(json_integer_value(json_object_get(numbers, "own_words")), 20);
    cr_expect_lt(json_integer_value(json_object_get(numbers, "own_words")), 30, "the quoted words are not its own");
    json_decref(c);
    json_t *marks = json_pack("{s:{s:b}, s:{s:s}}", "ticked", "t01-toy#Numbers", 1, "states", "d07-twice", "right");
    c = chapter(cur, marks);
    cr_expect(!strstr(text_of(c, "markdown"), "The ridge of the toy"), "what is ticked is folded");
    cr_expect(strstr(text_of(c, "markdown"), "- `d07-twice` · a number · right"), "%s", text_of(c, "markdown"));
    json_decref(c);
    json_decref(marks);
    curriculum_close(cur);
}

Test(deep, a_part_of_a_section)
{
    fixture_edit(LESSON, "## Math\n", "## Math\n\nBefore.\n\n### First part\n\nOnly this.\n\n### Second\n\nNot that.\n");
    fixture_edit(PAGE, "{{> t01-toy#Numbers }}", "{{> t01-toy#Math/First part }}");
    struct curriculum *cur = fixture_open();
    json_t *c = chapter(cur, NULL);
    cr_expect(strstr(text_of(c, "markdown"), "> Only this.\n\n"), "%s", text_of(c, "markdown"));
    cr_expect(!strstr(text_of(c, "markdown"), "Before.") && !strstr(text_of(c, "markdown"), "Not that."));
    json_decref(c);
    curriculum_close(cur);
}

Test(deep, figures_carry_their_kind)
{
    fixture_edit("curriculum/hw.lua", "mem = spec(80, \"GB\", \"data sheet\")",
                 "mem = disputed{{80, \"GB\", \"A\", \"2026-01\"}, {96, \"GB\", \"B\", \"2026-02\"}}");
    fixture_edit(LESSON, "{{= gb(hw.toy.mem) }}, which is {{= gib(hw.toy.mem) }}", "much, which is much");
    fixture_edit(PAGE, "{{= fact(\"toy.bw\") }},", "{{= fact(\"toy.bw\") }}, {{= fact(\"toy.mem\") }}, {{= fact(\"toy.bf16\") }},");
    struct curriculum *cur = fixture_open();
    json_t *c = chapter(cur, NULL);
    const char *page = text_of(c, "markdown");
    cr_expect(strstr(page, "does 2 TB/s†, 80–96 GB‡, 100 TFLOP/s, the link ~25 GB/s."), "%s", page);
    cr_expect(strstr(page, "- † Toy GPU: `toy.bw` 2 TB/s: copy (measured, 2026-01-31)"), "%s", page);
    cr_expect(strstr(page, "- ‡ Toy GPU: `toy.mem` 96 GB: B (disputed, 2026-02)"), "%s", page);
    cr_expect(strstr(page, "- ~ Toy link: `link.bw_dir` 25 GB/s: a guess (approx, card of 2026-01)"), "%s", page);
    cr_expect(strstr(page, "‡ sources differ: it is 1 (A); it is 2 (B)"), "%s", page);
    json_decref(c);
    fixture_edit(PAGE, "{{= f.ridge }}", "{{= 2*hw.toy.mem }}");
    cr_expect_null(curriculum_chapter(cur, "d07", NULL, false), "nobody computes with what is disputed");
    cr_expect(strstr(curriculum_error(cur), "sources of hw.toy.mem differ"), "%s", curriculum_error(cur));
    curriculum_close(cur);
}

Test(deep, research_is_dated)
{
    struct curriculum *cur = fixture_open();
    static const struct { const char *now; int old; } rows[] = {{"2026-11", 0}, {"2027-11", 0}, {"2027-12", 1}};
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *marks = json_pack("{s:s}", "now", rows[k].now), *c = chapter(cur, marks);
        const char *page = text_of(c, "markdown");
        cr_expect(strstr(page, "*research stage as of 2026-11*"), "%s", page);
        cr_expect_eq(strstr(page, "more than a year ago") != NULL, rows[k].old, "%s: %s", rows[k].now, page);
        json_decref(c);
        json_decref(marks);
    }
    curriculum_close(cur);
}

Test(deep, lists_the_week_and_the_map_know_it)
{
    struct curriculum *cur = fixture_open();
    const json_t *card = json_array_get(curriculum_cards(cur), 1), *row;
    cr_expect_str_eq(text_of(card, "id"), "deep/d07");
    cr_expect_str_eq(text_of(card, "title"), "D07: Toys");
    cr_expect_eq(json_array_size(json_object_get(card, "sections")), 9);
    cr_expect_eq(json_array_size(curriculum_cards(cur)), 2, "the planned one has no file");
    char *week = curriculum_lesson(cur, "1");
    cr_expect(week && strstr(week, "Deep dive D07: Toys (`ridge show d07`)"), "%s", week);
    free(week);
    static const char *const want[][2] = {{"S004-C07", "planned"}, {"S004-C07-EX", "implemented"},
                                          {"S004-C08", "planned"}, {"S004-C07-EX2", "planned"}};
    json_t *map = curriculum_map(cur);
    size_t k, found = 0;
    json_array_foreach(json_object_get(map, "rows"), k, row)
        for (size_t j = 0; j < LEN(want); j++)
            if (!strcmp(text_of(row, "id"), want[j][0])) {
                cr_expect_str_eq(text_of(row, "status"), want[j][1], "%s", want[j][0]);
                found++;
            }
    cr_expect_eq(found, LEN(want));
    json_decref(map);
    json_t *c = chapter(cur, NULL);
    cr_expect(strstr(text_of(c, "handout"), "# An afternoon with D07: Toys"), "%s", text_of(c, "handout"));
    json_decref(c);
    curriculum_close(cur);
}

static bool reported(const json_t *list, const char *level, const char *file, const char *message)
{
    size_t k;
    const json_t *e;
    json_array_foreach(list, k, e)
        if (!strcmp(text_of(e, "level"), level) && !strcmp(text_of(e, "file"), file) &&
            strcasestr(text_of(e, "message"), message)) /* a sentence begins with a capital */
            return true;
    return false;
}

static char *all_of(const json_t *list)
{
    return json_dumps(list, JSON_INDENT(1));
}

Test(deep, a_chapter_in_progress_says_how_many_exercises_are_missing)
{
    static const struct {
        const char *exercises, *says;
    } rows[] = {{"exercises = 2,", "\n- 1 more is not there yet"}, {"exercises = 4,", "\n- 3 more are not there yet"}};
    const char *had = "exercises = 1,";
    for (size_t k = 0; k < LEN(rows); had = rows[k++].exercises) {
        fixture_edit(MANIFEST, had, rows[k].exercises);
        struct curriculum *cur = fixture_open();
        json_t *c = chapter(cur, NULL);
        cr_expect(strstr(text_of(c, "markdown"), rows[k].says), "%s: %s", rows[k].exercises, text_of(c, "markdown"));
        json_decref(c);
        curriculum_close(cur);
    }
    fixture_edit(MANIFEST, had, "exercises = 1,");
    struct curriculum *cur = fixture_open();
    json_t *c = chapter(cur, NULL);
    cr_expect_null(strstr(text_of(c, "markdown"), "not there yet"), "none is missing");
    json_decref(c);
    curriculum_close(cur);
}

/* The fixture's chapter is short, which a chapter in progress may be. */
Test(deep, a_good_chapter_has_warnings_only)
{
    struct curriculum *cur = fixture_open();
    json_t *r = curriculum_lint(cur);
    const json_t *e;
    size_t k;
    json_array_foreach(json_object_get(r, "errors"), k, e)
        cr_expect_str_eq(text_of(e, "level"), "warning", "%s:%lld %s", text_of(e, "file"),
                         (long long)json_integer_value(json_object_get(e, "line")), text_of(e, "message"));
    cr_expect(reported(json_object_get(r, "errors"), "warning", PAGE, "own words are"));
    cr_expect(reported(json_object_get(r, "errors"), "warning", PAGE, "0 pitfalls"));
    json_decref(r);
    curriculum_close(cur);
}

static const struct {
    const char *file, *old, *new, *message, *where;
} mistakes[] = {
    {PAGE, "{{> t01-toy#Numbers }}", "{{> t01-toi#Numbers }}", "no page 't01-toi' (did you mean 't01-toy'?)", PAGE},
    {PAGE, "{{> t01-toy#Numbers }}", "{{> t01-toy#Nmbers }}", "no section 'Nmbers' (did you mean 'Numbers'?)", PAGE},
    {PAGE, "{{> t01-toy#Numbers }}", "{{> t01-toy#Math/Some }}", "the section 'Math' has no subheading 'Some'", PAGE},
    {PAGE, "{{> t01-toy#Numbers }}", "{{> t01-toy }}", "Write {{> lab#Section }}", PAGE},
    {PAGE, "{{> t01-toy#Numbers }}", "{{> t01-toy# }}", "Write {{> lab#Section }}", PAGE},
    {PAGE, "{{> t01-toy#Numbers }}", "{{> ../../x#Numbers }}", "no page '../../x'", PAGE},
    {PAGE, "{{> t01-toy#Numbers }}", "{{> cards/toy#Numbers }}", "no section 'Numbers'", PAGE},
    {PAGE, "{{> t01-toy#Numbers }}", "see {{> t01-toy#Numbers }} there", "stands alone on its line", PAGE},
    {LESSON, "The ridge of the toy", "{{> t01-toy#Math }}\n\nThe ridge", "quotes in its turn", PAGE},
    {PAGE, "{{end}}\n", "", "the research mark is never closed", PAGE},
    {PAGE, "{{research \"2026-11\"}}\n", "", "'{{end}}' closes nothing", PAGE},
    {PAGE, "Nobody knows.", "{{research \"2026-11\"}}", "a research mark is open since line", PAGE},
    {PAGE, "{{research \"2026-11\"}}", "{{research 2026}}", "write {{research \"2026-11\"}}", PAGE},
    {PAGE, "{{exercises}}", "{{exercise}}", "no mark {{exercise}} (did you mean 'exercises'?)", PAGE},
    {PAGE, "{{exercises}}", "", "the line {{exercises}} is missing", PAGE},
    {PAGE, "fact(\"toy.bw\")", "fact(\"toi.bw\")", "no hardware card 'toi' (did you mean 'toy'?)", PAGE},
    {PAGE, "fact(\"toy.bw\")", "fact(\"toy.bwx\")", "the card toy has no figure 'bwx' (did you mean 'bw'?)", PAGE},
    {PAGE, "fact(\"toy.bw\")", "fact(3)", "names a figure of hw.lua", PAGE},
    {PAGE, "disputed(\"peak\")", "disputed(\"pek\")", "nothing called 'pek' is disputed here (did you mean 'peak'?)", PAGE},
    {PAGE, "## Mental model", "## Model", "section '## Mental model' is missing", PAGE},
    {PAGE, "## Mental model", "## Aside", "'Aside' is none of the nine sections", PAGE},
    {PAGE, "## Code\n\n" WORDS, "## Code\n\n", "section 'Code' has own words: 0", PAGE},
    {PAGE, "# D07: Toys", "# Toys", "the page's heading is not 'D07: Toys'", PAGE},
    {PAGE, "Nobody knows.", "It moves 3.35 TB/s.", "the figure '3.35 TB/s' is typed", PAGE},
    {PAGE, "Nobody knows.", "It has 4096 of them.", "the figure '4096' is typed", PAGE},
    {PAGE, "Nobody knows.", "It saves 8 %.", "the figure '8 %' is typed", PAGE},
    {MANIFEST, "16,384 GPUs", "16,385 GPUs", "the page does not say '16,385 GPUs'", MANIFEST},
    {MANIFEST, "exercises = 1,", "exercises = = 1,", "near '='", MANIFEST},
    {MANIFEST, "id = \"d07\"", "id = \"d08\"", "'id' is not the name of its file", MANIFEST},
    {MANIFEST, "\"d07-twice\"", "\"twice\"", "does not begin with 'd07-'", MANIFEST},
    {MANIFEST, "after = {\"d08\"}", "after = {\"d80\"}", "no chapter 'd80'", MANIFEST},
    {MANIFEST, "labs = {\"t01-toy\"}", "labs = {\"t01-toi\"}", "no lab 't01-toi'", MANIFEST},
    {MANIFEST, "{\"S004-C07-T02\", at = \"#Math\"}", "", "the topic 'S004-C07-T02' is missing", MANIFEST},
    {MANIFEST, "{\"S004-C07-T02\", at", "{\"S004-C07-T01\", at", "the topic 'S004-C07-T01' is there twice", MANIFEST},
    {MANIFEST, "{\"S004-C07-T02\", at", "{\"S004-C08-T02\", at", "is no topic of this chapter", MANIFEST},
    {MANIFEST, "at = \"#Math\"", "at = \"#Meth\"", "no section 'Meth' (did you mean 'Math'?)", MANIFEST},
    {MANIFEST, "exercises = 1,", "exercises = 1, tipics = {},", "there is no such field (did you mean 'topics'?)", MANIFEST},
    {MANIFEST, "wip = true,", "", "own words are", PAGE},
    {MANIFEST, "exercises = 1, after", "exercises = 2, after", "are 1, and the chapter has 2 exercises", MANIFEST},
    {LIST, "{\"deep/d07\", title", "{\"deep/d09\", title", "the chapter is not in deep.lua", MANIFEST},
    {LIST, "\"deep/d08\"", "\"deep/d07\"", "chapter 'deep/d07' is there twice", LIST},
    {LIST, "\"deep/d08\"", "\"d08\"", "is not a chapter's id", LIST},
};

Test(deep, mistakes_are_named)
{
    for (size_t k = 0; k < LEN(mistakes); k++) {
        char *before = fixture_read(mistakes[k].file);
        fixture_edit(mistakes[k].file, mistakes[k].old, mistakes[k].new);
        struct curriculum *cur = fixture_open();
        json_t *r = curriculum_lint(cur);
        const json_t *list = json_object_get(r, "errors");
        char *errors = all_of(list);
        bool warns = strstr(mistakes[k].message, "and the chapter has 2") != NULL;
        cr_expect(reported(list, warns ? "warning" : "error", mistakes[k].where, mistakes[k].message), "%s: %s\n%s",
                  mistakes[k].new, mistakes[k].message, errors);
        free(errors);
        json_decref(r);
        curriculum_close(cur);
        fixture_write(mistakes[k].file, before);
        free(before);
    }
}

/* Whatever is cut off or doubled, what comes out is a chapter or a mistake in a file of the course, never in the
 * loader's own Lua. */
Test(deep, damaged_pages)
{
    uint64_t state = 1;
    size_t n = strlen(page_text);
    struct curriculum *cur = fixture_open();
    for (int k = 0; k < 150; k++) {
        char *text = NULL;
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t at = (size_t)(state >> 33) % n, len = (size_t)(state >> 20) % 40;
        if (at + len > n)
            len = n - at;
        if (k % 2)
            cr_assert_gt(asprintf(&text, "%.*s%s", (int)at, page_text, page_text + at + len), -1);
        else
            cr_assert_gt(asprintf(&text, "%.*s%s", (int)(at + len), page_text, page_text + at), -1);
        fixture_write(PAGE, text);
        json_t *c = curriculum_chapter(cur, "d07", NULL, true);
        cr_expect(c || !strncmp(curriculum_error(cur), PAGE, strlen(PAGE)), "%s\n%s", curriculum_error(cur), text);
        json_decref(c);
        free(text);
    }
    curriculum_close(cur);
}
