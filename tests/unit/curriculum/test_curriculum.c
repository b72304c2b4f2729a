/* test_curriculum.c: the fixture of tests/data/curriculum loads clean and resolves to the right JSON; every kind of
 * mistake planted in it is reported with its file, line and what to do. */
#define _GNU_SOURCE
#include "runner/base/util.h"
#include "fixture.h"
#include "tests/unit/drawn.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

#define CURVE(WHAT) "  curves = {{" WHAT ", title = \"Loss\"}}, gates = {\n"
#define LAB "labs/t01-toy/lab.lua"
#define WEEK "curriculum/weeks/w01.lua"
#define HW "curriculum/hw.lua"
#define CARD "curriculum/cards/toy.lua"

TestSuite(curriculum, .init = fixture_make, .fini = fixture_drop, .timeout = 300);

static const char *get(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));
    return s ? s : "";
}

/* Is there an error about this file and line that says this? */
static bool reported(const json_t *errors, const char *file, int line, const char *message)
{
    const json_t *e;
    size_t k;
    json_array_foreach(errors, k, e) {
        if (!strcmp(get(e, "file"), file) && strstr(get(e, "message"), message) &&
            (line < 0 || json_integer_value(json_object_get(e, "line")) == line))
            return true;
    }
    return false;
}

static char *all_errors(const json_t *errors)
{
    char *text = NULL;
    size_t size = 0, k;
    const json_t *e;
    FILE *out = open_memstream(&text, &size);
    json_array_foreach(errors, k, e) {
        fprintf(out, "%s:%lld: %s\n", get(e, "file"),
                (long long)json_integer_value(json_object_get(e, "line")), get(e, "message"));
    }
    fclose(out);
    return text;
}

/* --- what is right ------------------------------------------------------------------------ */

Test(curriculum, fixture_is_clean)
{
    struct curriculum *cur = fixture_open();
    json_t *r = curriculum_lint(cur);
    char *errors = all_errors(json_object_get(r, "errors"));
    cr_expect(json_is_true(json_object_get(r, "ok")), "%s", errors);
    cr_expect_eq(json_integer_value(json_object_get(r, "labs")), 1);
    cr_expect_eq(json_integer_value(json_object_get(r, "weeks")), 1);
    free(errors);
    json_decref(r);
    curriculum_close(cur);
}

static const struct {
    const char *path, *json;
} facts_of_lab[] = {
    {"id", "\"t01-toy\""},
    {"rev", "3"},
    {"dir", "\"labs/t01-toy\""},
    {"kernels", "\"kernels/t01-toy\""},
    {"edit", "[\"toy.c\"]"},
    {"limits", "{\"wall_s\": 20, \"mem_MiB\": 512, \"threads\": 1}"},
    {"requires", "[]"},
    {"readings/0/key", "\"paper\""},
    {"calls/0/name", "\"toy_sum\""}, /* in the order of the file */
    {"calls/1/name", "\"toy_both\""},
    {"calls/2/verify", "\"replay\""},
    {"calls/2/harness", "true"},
    {"calls/0/args", "[{\"kind\": \"i32\", \"name\": \"M\"}, {\"kind\": \"i32\", \"name\": \"K\"}, "
                     "{\"kind\": \"input\", \"name\": \"A\"}, {\"kind\": \"output\", \"name\": "
                     "\"C\"}]"},
    {"buffers/A/dist", "{\"kind\": \"normal\", \"mean\": 0, \"sd\": 2}"},
    {"buffers/C/dist", "null"},
    {"cases/0/judged", "true"}, /* at an edge */
    {"cases/1/judged", "true"}, /* for nothing else */
    {"cases/2/judged", "false"}, /* for a gate alone */
    {"cases/3/judged", "false"}, /* for a bench alone */
    {"cases/4/judged", "true"}, /* hidden */
    {"cases/1/fields", "{\"M\": 33, \"K\": 65, \"x\": -1, \"causal\": 1}"},
    {"cases/1/calls/0/scalars", "[33, 65]"},
    {"cases/1/calls/0/counts", "{\"A\": 2145, \"C\": 33}"},
    {"cases/1/calls/0/tol", "{\"kind\": \"dot\", \"K\": 65, \"u\": \"f32\"}"},
    {"cases/1/calls/1/counts", "{\"A\": 2145, \"B\": 130, \"C\": 33, \"T\": 34}"},
    {"cases/1/calls/1/tols/T", "{\"kind\": \"exact\"}"},
    {"cases/3/fields/K", "1024"},
    {"cases/4/hidden", "true"},
    {"gates/0", "{\"id\": \"g1\", \"name\": \"l1_miss of toy_sum (case gate)\", \"call\": \"toy_sum\", "
                "\"case\": \"gate\", \"counter\": "
                "\"l1_miss\", \"op\": \"<=\", \"value\": 258, \"why\": \"A is read once\", \"on\": "
                "\"cpu\", \"compile\": false}"},
    {"bench/0/flops", "1048576"},
    {"bench/0/stages/gold", "0.9"},
    {"bench/0/metric", "\"time\""},
    {"predict/0/ask", "\"FLOP at 1,024?\""},
    {"predict/0/answer", NULL},
    {"milestones/0/id", "\"correct\""},
    {"milestones/0/goal", "\"all 8 cases of 3 functions agree with the float64 oracle\""},
    {"milestones/1/id", "\"sanitize\""},
    {"milestones/2/id", "\"profile\""},
    {"milestones/3/id", "\"perf\""},
    {"milestones/4/id", "\"answers\""},
    {"milestones/4/max", "10"},
    {"points/correct", "40"},
    {"checks", "[\"the gate case passes\", \"few loads\", \"faster than half\"]"},
    {"mutants/0/name", "\"patched\""},
    {"mutants/1/name", "\"zeroed\""},
    {"questions/0/unit", "\"GiB\""},
};

static const json_t *walk(const json_t *j, const char *path)
{
    char part[64];
    while (j && *path) {
        size_t n = strcspn(path, "/");
        snprintf(part, sizeof part, "%.*s", (int)n, path);
        j = json_is_array(j) ? json_array_get(j, strtoul(part, NULL, 10))
                             : json_object_get(j, part);
        path += n + (path[n] == '/');
    }
    return j;
}

static bool same(const json_t *a, const json_t *b)
{
    return json_is_number(a) && json_is_number(b)
               ? json_number_value(a) == json_number_value(b)
               : json_equal((json_t *)(size_t)a, (json_t *)(size_t)b);
}

Test(curriculum, resolved_lab)
{
    struct curriculum *cur = fixture_open();
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    cr_assert(lab, "%s", curriculum_error(cur));
    for (size_t k = 0; k < LEN(facts_of_lab); k++) {
        const json_t *got = walk(lab, facts_of_lab[k].path);
        if (!facts_of_lab[k].json) {
            cr_expect_null(got, "%s", facts_of_lab[k].path);
            continue;
        }
        json_t *want = json_loads(facts_of_lab[k].json, JSON_DECODE_ANY, NULL);
        char *text = json_dumps(got, JSON_ENCODE_ANY);
        cr_expect(same(got, want), "%s is %s, not %s", facts_of_lab[k].path, text,
                  facts_of_lab[k].json);
        free(text);
        json_decref(want);
    }
    const char *patched = json_string_value(walk(lab, "mutants/0/files/toy.c"));
    cr_expect(patched && strstr(patched, "sum -= A[m * K + k]"));
    json_decref(lab);
    curriculum_close(cur);
}

Test(curriculum, hidden_cases_follow_the_seed)
{
    struct curriculum *cur = fixture_open();
    unsigned seen = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        json_t *a = curriculum_lab(cur, "t01-toy", seed), *b = curriculum_lab(cur, "t01-toy", seed);
        cr_assert(json_equal(a, b), "seed %d gives two labs", (int)seed);
        json_int_t m = json_integer_value(walk(a, "cases/4/fields/M"));
        cr_assert(m >= 7 && m <= 11);
        cr_expect_eq(json_integer_value(walk(a, "cases/4/calls/0/scalars/0")), m);
        seen |= 1u << m;
        json_decref(a);
        json_decref(b);
    }
    cr_expect_eq(seen, 0x1fu << 7, "draws %#x", seen);
    curriculum_close(cur);
}

#define SPEC80 "spec(80, \"GB\", \"data sheet\")"
/* The second source says `other`; both have the same date. */
#define DISPUTED(other, a, b, use, date)                                                                               \
    "disputed{{80, \"GB\", \"" a "\", \"" date "\"}, {" other ", \"GB\", \"" b "\", \"" date "\"}, use = " use "}"

Test(curriculum, a_disputed_figure_has_all_its_sources_and_computes_with_the_chosen_one)
{
    fixture_edit(HW, SPEC80, DISPUTED("90", "a data sheet", "a driver", "2", "2026-01"));
    struct curriculum *cur = fixture_open();
    cr_assert(curriculum_hw(cur), "%s", curriculum_error(cur));
    const json_t *mem = walk(curriculum_hw(cur), "toy/values/mem");
    cr_expect_eq(json_number_value(walk(mem, "value")), 90e9);
    cr_expect_str_eq(get(mem, "source"), "disputed");
    cr_expect_str_eq(json_string_value(walk(mem, "says/0/from")), "a data sheet");
    cr_expect_eq(json_number_value(walk(mem, "says/0/value")), 80e9);
    cr_expect_str_eq(json_string_value(walk(mem, "says/1/date")), "2026-01");
    curriculum_close(cur);
}

Test(curriculum, tables_weeks_pages)
{
    struct curriculum *cur = fixture_open();
    cr_expect_eq(json_number_value(walk(curriculum_hw(cur), "toy/values/mem/value")), 80e9);
    cr_expect_str_eq(json_string_value(walk(curriculum_hw(cur), "toy/values/mem/shown")), "GB");
    cr_expect_str_eq(json_string_value(walk(curriculum_hw(cur), "link/values/bw_dir/source")),
                     "approx");
    cr_expect_eq(json_object_size(curriculum_readings(cur)), 2);
    cr_expect_eq(json_array_size(curriculum_parts(cur)), 1);
    cr_expect_eq(json_object_size(curriculum_catalogue(cur)), 3);
    cr_expect_str_eq(json_string_value(walk(curriculum_tracks(cur), "0/steps/1/title")), "Second");
    cr_expect_str_eq(json_string_value(walk(curriculum_graph(cur), "edges/0/to")), "b");
    cr_expect_str_eq(json_string_value(walk(curriculum_models(cur), "tiny/name")), "Tiny");

    const json_t *w = curriculum_week(cur, 1);
    cr_assert(w, "%s", curriculum_error(cur));
    cr_expect_str_eq(get(w, "summary"), "A summary that takes two lines.");
    cr_expect_str_eq(json_string_value(walk(w, "concepts/0/text")),
                     "The ridge is 50 FLOP/B.\n\nA second paragraph of two lines.");
    cr_expect_str_eq(json_string_value(walk(w, "milestone/text")), "Reach 50.");
    cr_expect_null(walk(w, "questions/0/answer"));
    cr_expect_eq(json_number_value(walk(w, "hours/read")), 1.5, "the lab's reading is the week's, too");
    cr_expect_eq(json_number_value(walk(w, "hours/lab")), 2, "what the lab says of itself");
    cr_expect_eq(json_array_size(json_object_get(w, "extras")), 0);
    cr_expect_eq(json_array_size(curriculum_weeks(cur)), 1);
    cr_expect_eq(json_array_size(curriculum_labs(cur)), 1);
    cr_expect(json_equal(walk(curriculum_weeks(cur), "0/hours"), json_object_get(w, "hours")), "one sum");

    char *page = curriculum_lesson(cur, "t01-toy");
    cr_assert(page, "%s", curriculum_error(cur));
    cr_expect(strstr(page, "The ridge of the toy is 50 FLOP/B"));
    cr_expect(strstr(page, "sum += A[m * K + k];"), "the include is there");
    cr_expect(strstr(page, "## Reading\n\n- A. Author: *A Paper* (1 h). Look for: table 2. J. 1(1)\n"), "%s", page);
    cr_expect(strstr(page, "## What lasts\n\n- sums\n- will change: sizes (as of 2026-01)\n"), "%s", page);
    free(page);
    page = curriculum_lesson(cur, "brief:t01-toy");
    cr_expect(page && strstr(page, "1,024 rows"), "%s", page);
    free(page);
    page = curriculum_lesson(cur, "w01");
    cr_expect(page && strstr(page, "# Week 1: First week") && strstr(page, "*A Paper*"), "%s",
              page);
    free(page);
    json_t *pages = curriculum_pages(cur);
    cr_expect_str_eq(json_string_value(walk(pages, "0/title")), "Start here");
    page = curriculum_lesson(cur, json_string_value(walk(pages, "0/id")));
    cr_expect(page && strstr(page, "2 TB/s"), "%s", page);
    free(page);
    json_decref(pages);
    page = curriculum_lesson(cur, "glossary");
    cr_expect(page && strstr(page, "**alpha** · The first of 2. `t01-toy`"), "%s", page);
    free(page);
    json_t *tiers = curriculum_tiers(cur, "t01-toy");
    cr_expect_eq(json_array_size(tiers), 3);
    cr_expect_str_eq(json_string_value(walk(tiers, "1/text")),
                     "Rows lie side by side: 1024 of them.");
    json_decref(tiers);
    curriculum_close(cur);
}

Test(curriculum, load_takes_all_at_once)
{
    struct curriculum *cur = fixture_open();
    cr_assert(curriculum_load(cur), "%s", curriculum_error(cur));
    cr_expect_eq(json_array_size(curriculum_weeks(cur)), 1);
    cr_expect_eq(json_array_size(curriculum_labs(cur)), 1);
    cr_expect_eq(json_object_size(curriculum_readings(cur)), 2);
    curriculum_reload(cur);
    cr_expect_eq(json_array_size(curriculum_labs(cur)), 1);
    curriculum_close(cur);
}

/* One turn: what was asked for, or NULL with *ret_waits. */
static json_t *lab_in_turn(struct curriculum *cur, struct asides *set, uint64_t seed, bool *ret_waits)
{
    struct aside_turn turn = asides_begin(cur, set);
    json_t *lab = curriculum_lab(cur, "t01-toy", seed);
    *ret_waits = asides_end(cur, turn);
    return lab;
}

static void read_out(struct asides *set)
{
    while (asides_pump(set))
        usleep(1000);
    cr_expect_eq(asides_fd(set), -1, "nothing goes on");
}

/* What is asked again is there; what was asked otherwise, or of other files, is not. */
Test(curriculum, an_operation_aside)
{
    struct curriculum *cur = fixture_open();
    struct asides *set = asides_new(cur);
    bool waits;
    cr_expect_null(lab_in_turn(cur, set, 1, &waits));
    cr_expect(waits && asides_fd(set) >= 0);
    read_out(set);
    json_t *lab = lab_in_turn(cur, set, 1, &waits), *waited = curriculum_lab(cur, "t01-toy", 1);
    cr_expect(lab && !waits && json_equal(lab, waited), "%s", curriculum_error(cur));
    cr_expect_null(lab_in_turn(cur, set, 2, &waits));
    cr_expect(waits, "another seed draws other cases");
    read_out(set);
    fixture_shell("echo 'error(\"no more\")' >> %s/" LAB, fixture_root);
    cr_expect_null(lab_in_turn(cur, set, 1, &waits));
    cr_expect(waits, "the file is another one now");
    read_out(set);
    cr_expect_null(lab_in_turn(cur, set, 1, &waits));
    cr_expect(!waits && strstr(curriculum_error(cur), LAB), "%s", curriculum_error(cur));
    json_decref(lab);
    json_decref(waited);
    asides_free(set);
    curriculum_close(cur);
}

/* A page with questions and no lab is an owner like a week or a lab. */
Test(curriculum, cards)
{
    struct curriculum *cur = fixture_open();
    const json_t *list = curriculum_cards(cur);
    cr_assert_eq(json_array_size(list), 1, "the planned one has no file");
    cr_expect_str_eq(json_string_value(walk(list, "0/id")), "cards/toy");
    cr_expect_eq(json_integer_value(walk(list, "0/week")), 1);
    cr_expect_eq(json_array_size(walk(list, "0/questions")), 3);
    char *page = curriculum_lesson(cur, "cards/toy");
    cr_expect(page && strstr(page, "Twice the ridge is 100.") && strstr(page, "*A Paper*") && strstr(page, "- A talk"),
              "%s: %s", curriculum_error(cur), page);
    free(page);
    json_t *questions = curriculum_questions(cur, "cards/toy", 1), *given = json_sprintf(
        "%lld FLOP/B", 100 * (long long)json_integer_value(walk(questions, "0/params/k")));
    json_t *verdict = curriculum_answer(cur, "cards/toy", "twice", 1, given, false);
    cr_expect_str_eq(get(verdict, "status"), "PASS");
    json_decref(verdict);
    json_decref(given);
    given = json_string("1");
    verdict = curriculum_answer(cur, "cards/toy", "pick", 1, given, false);
    cr_expect_str_eq(get(verdict, "hint"), "not this");
    json_decref(verdict);
    json_decref(given);
    json_decref(questions);
    cr_expect_null(curriculum_questions(cur, "cards/later", 1));
    cr_expect(strstr(curriculum_error(cur), "no card 'cards/later'"), "%s", curriculum_error(cur));
    cr_expect_null(curriculum_questions(cur, "cards/../hw", 1));
    cr_expect_null(curriculum_questions(cur, "lua/base", 1));
    curriculum_close(cur);
}

Test(curriculum, what_is_not_there)
{
    struct curriculum *cur = fixture_open();
    static const char *const ids[] = {"nolab", "", "../t01-toy", "t01-toy/../t01-toy", "t01 toy"};
    for (size_t k = 0; k < LEN(ids); k++) {
        cr_expect_null(curriculum_lab(cur, ids[k], 1), "'%s'", ids[k]);
        cr_expect(strstr(curriculum_error(cur), "no lab"), "%s", curriculum_error(cur));
        cr_expect_null(curriculum_lesson(cur, ids[k]));
        cr_expect_not(curriculum_has_lab(cur, ids[k]));
    }
    cr_expect_null(curriculum_week(cur, 0));
    cr_expect_null(curriculum_week(cur, 53));
    cr_expect_null(curriculum_week(cur, 2));
    cr_expect(strstr(curriculum_error(cur), "w02.lua"), "%s", curriculum_error(cur));
    cr_expect_null(curriculum_lesson(cur, "prelude/none"));
    cr_expect_null(curriculum_lesson(cur, "prelude/../hw"));
    cr_expect_null(curriculum_questions(cur, "nolab", 1));
    curriculum_close(cur);
    struct err error = { "" };
    cr_expect_null(curriculum_open("/nonexistent", &error));
    cr_expect(strstr(error.text, "is not the folder of Ridge's data"), "%s", error.text);
}

/* --- what is wrong ------------------------------------------------------------------------ */

/* A question about an own run, before the lab's own. */
#define OWN(of, names)                                                                             \
    {                                                                                              \
        LAB, "q.num{ id = \"count\"",                                                              \
            "q.measured{id = \"own\", lab = \"t01-toy\", unit = \"GB/s\", ask = \"a\", worked = \"w\", " \
            "answer = function(f, p, own) return own.gbps end, reference = {gbps = 2}, " of "}, " \
            "q.num{ id = \"count\"", 0, names, NULL                                                \
    }

static const struct {
    const char *file, *old, *new;
    int line; /* after that of `old`; -1: any */
    const char *message;
    const char *where; /* another file that is blamed */
} mistakes[] = {
    /* shape of a lab */
    {LAB, "api = 1, ", "", -1, "Field 'api' is missing", NULL},
    {LAB, "api = 1", "api = 2", 0, "'api' is 2, more than 1", NULL},
    {LAB, "rev = 3", "rev = 1.5", 0, "rev: an integer is expected, not 1.5", NULL},
    {LAB, "id = \"t01-toy\"", "id = \"t01-toi\"", 0, "is not the name of its folder", NULL},
    {LAB, "title = \"Toy lab\"", "title = \"\"", 0, "'title' is empty", NULL},
    {LAB, "title = \"Toy lab\"", "title = 7", 0, "title: a text is expected, not 7", NULL},
    {LAB, "title = \"Toy lab\"", "title = \"\\xff\"", 0, "'title' is not valid UTF-8", NULL},
    {LAB, "kind = \"kernel\"", "kind = \"kernal\"", 0, "(did you mean 'kernel'?)", NULL},
    {LAB, "lang = \"c\"", "lang = \"rust\"", 0, "'rust' is not one of: c, cuda", NULL},
    {LAB, "backends = {\"cpu\"}", "backends = {\"gpu\"}", 0, "backends[1]: 'gpu' is not one of",
     NULL},
    {LAB, "gates = {", "guards = {", 0, "guards: there is no such field", NULL},
    {LAB, "week = 1,", "week = 53,", 0, "'week' is 53, more than 52", NULL},
    {LAB, "requires = {}", "requires = {x = 1}", 0, "a list has no named fields", NULL},
    {LAB, "edit = {\"toy.c\"}", "edit = {\"../toy.c\"}", 0, "is not a file name", NULL},
    {LAB, "wall_s = 20", "wall = 20", 0, "limits.wall: there is no such field (did you mean 'wall_s'?)",
     NULL},
    {LAB, "as_of = \"2026-01\"", "as_of = \"soon\"", 0, "is not a date", NULL},
    {LAB, "dtype = \"f32\", shape = {\"M\", \"K\"}", "dtype = \"f33\", shape = {\"M\", \"K\"}", 0,
     "buffers.A.dtype: 'f33' is not one of", NULL},
    {LAB, "shape = {\"M\"}", "shape = {\"M*\"}", 0, "'M*': unexpected symbol", NULL},
    {LAB, "shape = {\"M\"}", "shape = {\"Q\"}", 0, "'Q': there is no name 'Q'", NULL},
    {LAB, "shape = {\"M\"}", "shape = {\"M/2\"}", 0, "is 0.5, not a size", NULL},
    {LAB, "shape = {\"M\"}", "shape = {\"-M\"}", 0, "not a size", NULL},
    {LAB, "shape = {\"M\"}", "shape = {\"1/0\"}", 0, "not a finite number", NULL},
    {LAB, "gen.normal{sd = 2}", "gen.normal{sigma = 2}", 0, "sigma: there is no such field", NULL},
    {LAB, "gen.normal{sd = 2}", "gen.gauss{}", 0, "no generator 'gauss'", NULL},
    {LAB, "dist = gen.normal{sd = 2}", "dist = {sd = 2}", 0, "gen{...} is expected, not a table",
     NULL},

    /* calls and cases */
    {LAB, "input\"A\", output\"C\"}, oracle = \"sum\"",
     "input\"Z\", output\"C\"}, oracle = \"sum\"", 0, "toy_sum: no buffer 'Z'", NULL},
    {LAB, "input\"A\"", "input()", 0, "Input needs a name: input\"M\"", NULL},
    {LAB, "i32\"K\"", "i32\"K + nope\"", 0, "no name 'nope'", NULL},
    {LAB, "i32\"K\"", "i32\"K/2\"", 0, "i32'K/2' is 0.5", NULL},
    {LAB, "i32\"K\"", "i32\"K*2^31\"", 0, "i32'K*2^31' is 2147483648", NULL},
    {LAB, "oracle = \"sum\", ", "", 0, "Nothing judges it", NULL},
    {LAB, "oracle = \"sum\"", "oracle = \"sum\", verify = \"x\"", 0, "not both", NULL},
    {LAB, ", tol = tol.dot\"K\"", "", 0, "An oracle needs field 'tol'", NULL},
    {LAB, "tol = tol.dot\"K\"", "tol = 1e-6", 0, "tol: a tolerance is expected, not 1e-06", NULL},
    {LAB, "tol = tol.dot\"K\"", "tol = tol.dit\"K\"", 0,
     "no tolerance 'dit' (did you mean 'dot'?)", NULL},
    {LAB, "tol = tol.dot\"K\"", "tol = tol.dot{\"K\", u = \"f8\"}", 0, "u: 'f8' is not one of",
     NULL},
    {LAB, "T = tol.exact}", "S = tol.exact}", 0, "toy_both has no output 'S'", NULL},
    {LAB, ", T = tol.exact}", "}", 0, "no tolerance for output 'T'", NULL},
    {LAB, "calls = {\"toy_sum\", \"toy_both\"}", "calls = {\"toy_summ\"}", 0,
     "no call 'toy_summ' (did you mean 'toy_sum'?)", NULL},
    {LAB, "oracle = \"sum\"", "emitted = {by = \"toy_bith\", text = \"C\"}, oracle = \"sum\"", 0,
     "no call 'toy_bith' that writes code (did you mean 'toy_both'?)", NULL},
    {LAB, "oracle = \"sum\"", "emitted = {by = \"toy_both\", text = \"C\"}, oracle = \"sum\"", 0,
     "'C' is no u8 output of 'toy_both'", NULL},
    {LAB, "calls = {\"toy_sum\", \"toy_both\"}", "calls = {\"toy_sum\"}", 0, NULL, NULL}, /* alone it may be */
    {LAB, "verify = \"replay\", harness = true",
     "verify = \"replay\", harness = true, emitted = {by = \"toy_sum\", text = \"C\"}", 0, "no 'harness'", NULL},
    {LAB, "id = \"odd\"", "id = \"one\"", 0, "case 'one' is there twice", NULL},
    {LAB, "    {id = \"one\", M = 1, K = 1, x = .5, tags = {\"edge\"}},\n"
          "    {id = \"odd\", M = 33, K = 65, x = -1, causal = true, calls = {\"toy_sum\", \"toy_both\"}},\n"
          "    {id = \"gate\", M = 64, K = 64, x = 1, calls = {\"toy_sum\"}, tags = {\"gate\"}},\n"
          "    {id = \"big\", M = 1024, K = 2^10, x = 1, calls = {\"toy_sum\"}, tags = {\"bench\"}},\n"
          "    {id = \"hidden\", hidden = true, M = gen.pick{7, 8, 9, 10, 11}, K = gen.pick{3, 5}, x = 2},\n",
     "    {id = \"gate\", M = 64, K = 64, x = 1, tags = {\"gate\"}},\n"
     "    {id = \"big\", M = 1024, K = 2^10, x = 1, calls = {\"toy_sum\"}, tags = {\"bench\"}},\n", -1,
     "none is left to judge `correct` by", NULL},
    {LAB, "tags = {\"edge\"}", "tags = {\"edgy\"}", 0, "'edgy' is not one of: bench, edge, gate",
     NULL},
    {LAB, "M = 33, K = 65", "M = \"33\", K = 65", 0,
     "M: a number, true/false or gen.pick{...} is expected, not '33'", NULL},
    {LAB, "gen.pick{3, 5}", "gen.pick{}", 0, "needs at least 1, has 0", NULL},
    {LAB, "  cases = {\n", "  lang = \"cuda\", cases = {\n    {id = \"wide\", warp = 64},\n", -1,
     "warps of 64 lanes, for which the lab's only backend has to be simt", NULL},
    {LAB, "  cases = {\n", "  lang = \"cuda\", cases = {\n    {id = \"wide\", warp = 48},\n", -1,
     "'warp' is the lanes of a warp, 32 or 64", NULL},

    /* gates, bench, predictions, checks, hints, points */
    {LAB, "gate{ call = \"toy_sum\", case = \"gate\", counter = \"l1_miss\"",
     "gate{ call = \"toy_sun\", case = \"gate\", counter = \"l1_miss\"", 0, "no call 'toy_sun'",
     NULL},
    {LAB, "case = \"gate\", counter = \"l1_miss\"", "case = \"gat\", counter = \"l1_miss\"", 0,
     "no case 'gat' (did you mean 'gate'?)", NULL},
    {LAB, "gate{ call = \"toy_sum\"", "gate{ call = \"toy_both\"", 0,
     "case 'gate' does not run 'toy_both'", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_sun\", case = \"gate\", output = \"C\""), -1,
     "no call 'toy_sun'", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_sum\", case = \"gat\", output = \"C\""), -1,
     "no case 'gat' (did you mean 'gate'?)", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_sum\", case = \"hidden\", output = \"C\""), -1,
     "case 'hidden' is hidden", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_both\", case = \"gate\", output = \"C\""), -1,
     "case 'gate' does not run 'toy_both'", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_sum\", case = \"gate\", output = \"A\""), -1,
     "'A' is no output of this call", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_both\", case = \"odd\", output = \"T\""), -1,
     "'T' is of i32: a curve is f32 or f64", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_sum\", case = \"gate\", output = \"C\", seed = \"x2\""), -1,
     "case 'gate' has no whole number 'x2'", NULL},
    {LAB, "  gates = {\n", CURVE("id = \"c\", call = \"toy_sum\", case = \"gate\""), -1, "field 'output' is missing", NULL},
    {LAB, "op = \"<=\"", "op = \"=<\"", 0, "'=<' is not one of", NULL},
    {LAB, "value = \"M*K/16 + f.two\"", "value = \"M*K/16 + f.too\"", 0,
     "arithmetic on a nil value", NULL},
    {LAB, "          why = \"A is read once\"", "", -1, "Field 'why' is missing", NULL},
    {LAB, "silver = .6", "silver = .2", 0, "bronze <= silver <= gold does not hold", NULL},
    {LAB, "stages = {bronze = .25, silver = .6, gold = .9}", "metric = \"speed\"", 0,
     "expected \"time\" or \"counter:NAME\"", NULL},
    {LAB, "stages = {bronze = .25, silver = .6, gold = .9}", "metric = \"counter:l1_miss\", on = \"simt\"", 0,
     "'counter:l1_miss' is read in a plain run, which backend 'simt' has not", NULL},
    {LAB, "stages = {bronze = .25, silver = .6, gold = .9}", "metric = \"fewer:l1_miss\"", 0,
     "'fewer:l1_miss' is counted by the emulator or the ranks", NULL},
    {LAB, "flops = \"M*K\"", "flops = \"M*k\"", 0, "no name 'k'", NULL},
    {LAB, "unit = \"FLOP\",\n             answer", "unit = \"FLIP\",\n             answer", 0,
     "unit: there is no unit 'FLIP' (did you mean 'FLOP'?)", NULL},
    {LAB, "answer = \"f.big^2\"", "answer = \"f.bog^2\"", 0, "arithmetic on a nil value", NULL},
    {LAB, "answer = \"memory\"", "answer = \"disk\"", 0, "is not one of the choices", NULL},
    {LAB, "axis = \"flops\"", "axis = \"flop\"", 0, "(did you mean 'flops'?)", NULL},
    {LAB, "FLOP at {{= n(f.big) }}?", "FLOP at {{= n(f.bog) }}?", 0, "n needs a number, got nil",
     NULL},
    {LAB, "check(\"few loads\", function(t)", "check(7, function(t)", 0, "check(name, function(t)",
     NULL},
    {LAB, "on = \"case:edge\"", "on = \"case:edgy\"", 0, "nothing here is called 'case:edgy'",
     NULL},
    {LAB, "{after = 3, \"read", "{\"read", 0, "needs on=\"...\" or after=n", NULL},
    {LAB, "    {on = \"case:edge\"", "    {on = \"call:toy_sum\", \"sum\"},\n    {on = \"gate:g1\"", 1,
     "never shown: 'call:toy_sum' stands before it and is true whenever 'gate:g1' is", NULL},
    {LAB, "    {on = \"case:edge\"", "    {on = \"call:toy_sum\", after = 2, \"sum\"},\n    {on = \"gate:g2\"", 0,
     NULL, NULL},
    {LAB, "    {on = \"sanitize\"", "    {on = \"call:toy_sum\", \"sum\"},\n    {on = \"bench:big\", \"slow\"},\n"
     "    {on = \"sanitize\"", 0, NULL, NULL},
    {LAB, "    {on = \"case:edge\"", "    {on = \"gate:g2\", \"once\"},\n    {on = \"gate:g1\"", 1,
     "'gate:g1' is checked before the gate of the hint above", NULL},
    {LAB, "perf = 20", "porf = 20", 0,
     "points.porf: there is no milestone of this kind (did you mean 'perf'?)", NULL},
    {LAB, "facts = function(hw)", "facts = function(hw) local x = hw.toy.nope", 0,
     "no figure of hw.toy, 'nope'", NULL},
    {LAB, "facts = function(hw) return", "facts = function(hw) local _ =", 0, "must return a table",
     NULL},

    /* questions */
    {LAB, "id = \"count\"", "id = \"bytes\"", 0, "'bytes' is the id of another question", NULL},
    {LAB, "unit = \"GiB\", vary", "unit = \"GIB\", vary", 0, "unit: there is no unit 'GIB'", NULL},
    OWN("bench = \"big\", fields = {\"gbps\"}", NULL),
    OWN("bench = \"bog\", fields = {\"gbps\"}", "is no bench of t01-toy"),
    OWN("bench = \"big\"", "needs 'fields'"),
    OWN("bench = \"big\", fields = {\"gbps\"}, case = \"edge\"", "is measured alone"),
    OWN("bench = \"big\", fields = {\"gbps\", \"ratio\"}", "has no value in 'reference'"),
    OWN("bench = \"big\", fields = {\"gpbs\"}", "did you mean 'gbps'?"),
    OWN("case = \"gate\", counters = {\"gbps\"}", NULL),
    OWN("case = \"edgy\", counters = {\"gbps\"}", "is no case of t01-toy"),
    OWN("counters = {\"gbps\"}", "needs a 'case'"),
    OWN("case = \"edge\", counters = {\"gbps\"}, fields = {\"gbps\"}", "'fields' are of a 'bench'"),
    OWN("case = \"edge\"", "needs 'counters'"),
    {LAB, "q.num{ id = \"count\"", "q.nun{ id = \"count\"", 0, "no kind of question 'nun'",
     NULL},
    {LAB, "unit = \"1\", answer = 42", "unit = \"1\", answer = \"f.nope\"", 0,
     "'answer' has no value (nil)", NULL},
    {LAB, "unit = \"1\", answer = 42", "unit = \"1\", answer = function() return 0/0 end", 0,
     "not a finite number", NULL},
    {LAB, "unit = \"1\", answer = 42", "unit = \"1\", answer = function() return 2^62//1|0 end", 0,
     NULL, NULL}, /* an integer is fine */
    {LAB, "8 * p.n / 2^30 end, hint", "4 * p.n / 2^30 end, hint", 0,
     "is within the tolerance of the right answer", NULL},
    {LAB, "wrong = {{value = function(f, p) return 8 * p.n / 2^30 end",
     "wrong = {{value = function(f, p) return 8 * math.min(p.n, 2^28) / 2^30 end", 0,
     "'wrong' has no mistake left with n = 536870912", NULL},
    {LAB, "cell = {2, 1}", "cell = {3, 1}", 0, "'wrong[1].cell' is not in the table", NULL},
    {LAB, "exact = {1}", "exact = {4}", 0, "'exact[1]' is column 4 of 3", NULL},
    {LAB, "units = {\"1\", \"%\", \"MB\"}", "units = {\"1\", \"%\"}", 0, "'units' has 2 of 3 columns", NULL},
    {LAB, "cell = {1, 2}, value = 100", "cell = {1, 2}, value = 50", 0, "is within the tolerance of the right", NULL},
    {LAB, "same = {{3, 4}}", "same = {{3, 5}}", 0, "must name neighbours", NULL},
    {LAB, "before = {2, 1}", "before = {1, 2}", 0, "'wrong[1].before' must name a later item", NULL},
    {LAB, "N = {2, 64, int = true}", "max = {2, 64, int = true}", 0, "is the name of a function or of pi", NULL},
    {LAB, "N = {2, 64, int = true}", "N = {64, 2, int = true}", 0, "needs two bounds, the lower one first", NULL},
    {LAB, "where = \"c <= b\"", "where = \"c <= 0\"", 0, "'where' must leave a point to try", NULL},
    {LAB, "where = \"c <= b\"", "where = \"c\"", 0, "'where' has no <=, >=, < or >", NULL},
    {LAB, "at = {{n = 1e6, G = 2,", "at = {{n = 1e6,", 0, "'at[1]' has no value of 'G'", NULL},
    {LAB, "answer = \"n + sqrt(n)\"", "answer = \"n + sqrt(-n)\"", 0, "takes the root of a negative number", NULL},
    {LAB, "answer = \"n + sqrt(n)\"", "answer = \"n + sqrt(m)\"", 0, "There is no name 'm'", NULL},
    {LAB, "{\"two\", role = \"for\"}", "{\"two\", role = \"neutral\"}", -1, "needs 3 that are 'for', has 2", NULL},
    {LAB, "role = \"against\", hint = \"four is early\"", "role = \"against\"", -1, "it speaks against the claim", NULL},
    {LAB, "claim = {[1] = \"it is short\", ", "claim = {", -1, "'hints.claim' has none for 1", NULL},
    {LAB, "\"a stream\"", "\"a; stream\"", -1, "has a ; which parts an answer", NULL},
    {LAB, "fix = 3, need", "fix = 4, need", -1, "'fix' is 4 of 3", NULL},
    {LAB, "expr = \"n + log(n)\"", "expr = \"sqrt(n) + n\"", 0, "is the right answer at all points", NULL},
    {LAB, "expr = \"n + log(n)\"", "expr = \"n + lug(n)\"", 0, "There is no function 'lug'", NULL},
    {LAB, "worked = \"Two.\"", "worked = \"{{= nope }}\"", 0, "no name 'nope'", NULL},
    {LAB, "              answer = 2, wrong", "              answer = 4, wrong", 0,
     "'answer' is option 4 of 3", NULL},
    {LAB, "wrong = {{value = 1, hint", "wrong = {{value = 9, hint", 0, "is not one of the options",
     NULL},
    {LAB, "answer = {2, 4}", "answer = {2, 5}", 0, "'answer[2]' is option 5 of 4", NULL},
    {LAB, "{{4, 8}, {9, 27}}", "{{4, 8}}", 0, "must give 2 x 2 numbers", NULL},
    {LAB, "items = {\"B\", \"KiB\", \"MiB\", \"GiB\"}", "items = {\"B\"}", 0,
     "'items' needs at least 3, has 1", NULL},
    {LAB, "answer = 42, rtol = 0, worked = \"42\"", "answer = 42", 0, "Field 'worked' is missing",
     NULL},
    {LAB, "answer = 42, rtol = 0", "answer = function(f) return f.big*9007199254740993 // 1 end", 0,
     "integers overflow", NULL},
    {LAB, "two = 2, big", "two = 2, wide = {at = 2147483648*3000000000*2}, big", 0,
     "f.wide.at: integers overflow", NULL},
    {LAB, "two = 2, big", "two = 2, shifted = math.maxinteger + hw.toy.sms // 1, big", 0, NULL, NULL},
    {LAB, "two = 2, big", "two = 2, [\"n\" .. 3] = 8, big", 0, NULL, NULL},
    {LAB, "two = 2, big", "two = (function() local x = 1 for _ = 1, 70 do x = x*2 end return x end)(), big", 0,
     "f.two: integers overflow", NULL},
    {LAB, "flops = \"M*K\"", "flops = \"4000000000*4000000000*M*K\"", 0, "integers overflow", NULL},
    {LAB, "value = \"M*K/16 + f.two", "value = \"f.big*f.big*f.big*f.big*f.big*f.big*f.big/2^60 + f.two", 0,
     "integers overflow", NULL},
    {WEEK, "facts = function(hw) return {", "facts = function(hw) return {n = 3037000500*3037000500, ", 0,
     "f.n: integers overflow", NULL},

    /* tensor maps */
    {LAB, "input\"A\", output\"C\"}, oracle", "input{\"A\", box = {4}}, output\"C\"}, oracle", 0,
     "'box' needs at least 2, has 1", NULL},
    {LAB, "input\"A\", output\"C\"}, oracle", "input{\"A\", box = {4, 4, 4}}, output\"C\"}, oracle", 0,
     "the box and dims of 'A' need its 2 dimensions", NULL},
    {LAB, "input\"A\", output\"C\"}, oracle", "input{\"A\", box = {4, 4}}, output\"C\"}, oracle", 0,
     "a row of 'A' has 4 bytes, not a multiple of 16", NULL},
    {LAB, "input\"A\", output\"C\"}, oracle", "input{\"A\", box = {300, 4}}, output\"C\"}, oracle", 0,
     "the box of 'A' has 1 to 256 in each dimension", NULL},
    {LAB, "input\"A\", output\"C\"}, oracle",
     "input{\"A\", box = {4, 4}, dims = {\"M + 1\", \"K\"}}, output\"C\"}, oracle", 0, "dims of 'A' lie outside its shape", NULL},
    {LAB, "input\"A\", output\"C\"}, oracle", "input{\"A\", box = {4, 4}, swizzle = 48}, output\"C\"}, oracle", 0,
     "the swizzle of 'A' is 0, 32, 64 or 128", NULL},
    {LAB, "input\"A\", output\"C\"}, oracle", "input{\"A\", box = {4, 16}, swizzle = 32}, output\"C\"}, oracle", 0,
     "a row of the box of 'A' has 64 bytes: a multiple of 16, and at most the swizzle's", NULL},

    /* Lua itself */
    {LAB, "return lab {", "x = 1\nreturn lab {", 0, "'x' cannot be set", NULL},
    {LAB, "return lab {", "local y = os.time()\nreturn lab {", 0, "no name 'os'", NULL},
    {LAB, "return lab {", "return week {", -1, "must end in 'return lab {...}'", NULL},
    {LAB, "  buffers = {", "  buffers = = {", 0, "Unexpected symbol near '='", NULL},
    {LAB, "sd = 2}},", "sd = 2}", 1, "'}' expected", NULL},

    /* mutants */
    {LAB, "zeroed = {files = {\"toy.c\"}", "zeroed = {files = {\"toi.c\"}", 0,
     "'toi.c' is not in 'edit'", NULL},
    {LAB, "zeroed = {", "zeroid = {", 0, "no file labs/t01-toy/mutants/zeroid/toy.c", NULL},
    {LAB, "fails = \"correct\"", "fails = \"korrect\"", 0,
     "no milestone 'korrect' (did you mean 'correct'?)", NULL},
    {"labs/t01-toy/mutants/patched.lua", "sum += A[m * K + k]\"", "sum = A[m * K + k]\"", 0,
     "the old text does not occur", NULL},
    {"labs/t01-toy/mutants/patched.lua", "sum += A[m * K + k]\"", "sum\"", 0,
     "occurs more than once", NULL},
    {"labs/t01-toy/mutants/patched.lua", "base = \"reference\"", "base = \"nope.c\"", 0,
     "no file for base 'nope.c'", NULL},
    {LAB, "perf = 20", "perf = 25", 0, "the milestones come to 105 points, and a lab has 100", NULL},
    {"labs/t01-toy/mutants/patched.lua", "fails = \"correct\"", "fails = \"profil\"", 0,
     "no milestone 'profil' (did you mean 'profile'?)", NULL},

    /* files and references */
    {LAB, "ladder = {\"naive.c\", \"ref.c\"}", "ladder = {\"naive.c\", \"opt.c\", \"ref.c\"}", 0,
     "no file kernels/t01-toy/opt.c", NULL},
    {LAB, "reference = \"ref.c\", ladder = {\"naive.c\", \"ref.c\"}",
     "reference = \"opt.c\", ladder = {\"naive.c\", \"ref.c\"}", 0, "is not on the ladder", NULL},
    {LAB, "seeds = {\"S003-W01\"}", "seeds = {\"S003-W99\"}", 0, "'S003-W99' is no row of map.lua",
     NULL},
    {LAB, "requires = {}", "requires = {\"t04-none\"}", 0, "no lab 't04-none' in catalogue.lua",
     NULL},
    {LAB, "requires = {}", "requires = {\"t01-toy\"}", 0, "a cycle: t01-toy > t01-toy", NULL},
    {LAB, "{\"paper\", hours = 1, look_for", "{\"papper\", hours = 1, look_for", 0,
     "no reading 'papper' in readings.lua (did you mean 'paper'?)", NULL},
    {"curriculum/catalogue.lua", "title = \"Toy\", week = 1", "title = \"Toy\", week = 2", -1,
     "'week' is 1 here and 2 in catalogue.lua", LAB},
    {"curriculum/catalogue.lua", "[\"t03-later\"]", "[\"later\"]", 0, "is not a lab id such as",
     NULL},
    {"curriculum/features.lua", "[\"F-READ\"]", "[\"READ\"]", 0, "is not F-NAME", NULL},
    {"curriculum/tracks.lua", "labs = {\"t01-toy\"}", "labs = {\"t01-toi\"}", 0,
     "no lab 't01-toi' in catalogue.lua (did you mean 't01-toy'?)", NULL},
    {"curriculum/tracks.lua", "{\"t02-two\", \"t03-later\"}", "{\"t01-toy\"}", 0,
     "stands in an earlier step already", NULL},
    {"curriculum/graph.lua", "{\"a\", \"b\", seed", "{\"a\", \"c\", seed", 0, "no node 'c'", NULL},
    {"curriculum/graph.lua", "{\"a\", \"b\", seed = \"S003-E1\"},",
     "{\"a\", \"b\", seed = \"S003-E1\"}, {\"b\", \"a\"},", -1, "a cycle: a > b > a", NULL},
    {"curriculum/map.lua", "\"S003-E1\", by", "\"S003-P1\", by", 0, "row 'S003-P1' is there twice",
     NULL},
    {"curriculum/map.lua", "\"reading:paper\"", "\"reading:none\"", 0,
     "S003-E1: 'reading:none' names nothing known", NULL},
    {"curriculum/map.lua", "by = {\"duplicate:S003-W01\"}", "by = {\"duplicate:S003-W01-C1\"}", 0,
     "names nothing known", NULL},
    {"curriculum/map.lua", "by = {\"track:main\"}", "by = {}", 0, "nothing carries it", NULL},
    {"curriculum/parts.lua", "weeks = {1, 2}", "weeks = {2, 3}", -1,
     "part: part 1 has weeks 2 to 3", WEEK},
    {"curriculum/readings.lua", "kind = \"paper\"", "kind = \"papyrus\"", 0,
     "paper.kind: 'papyrus' is not one of", NULL},

    /* hardware */
    {HW, "spec(100e12, \"FLOP/s\"", "spec(100e12, \"FLIP/s\"", 0, "there is no unit 'FLIP/s'", NULL},
    {HW, "spec(10, \"1\", \"data sheet\")", "spec(10, \"1\")", 0, "a figure needs its source",
     NULL},
    {HW, "spec(80, \"GB\", \"data sheet\")", "80e9", 0, "mem: spec{...} is expected, not 80000000000",
     NULL},
    {HW, "    bw = measured", "    bwx = measured", -1, "Field 'bw' is missing", NULL},
    {HW, "\"2026-01-31\"", "\"January\"", 0, "is not a date", NULL},
    {HW, "spec(80,", "spec(\"80\",", 0, "the value is '80'", NULL},
    {HW, SPEC80, "disputed{{80, \"GB\", \"a\", \"2026-01\"}, use = 1}", 0, "1 source: what is disputed has two", NULL},
    {HW, SPEC80, DISPUTED("80", "a", "b", "1", "2026-01"), 0, "all sources state the same", NULL},
    {HW, SPEC80, DISPUTED("90", "a", "a", "1", "2026-01"), 0, "the source 'a' is there twice", NULL},
    {HW, SPEC80, DISPUTED("90", "a", "b", "3", "2026-01"), 0, "use = 3 is the number of no statement", NULL},
    {HW, SPEC80, DISPUTED("90", "a", "b", "1", "January"), 0, "is not a date", NULL},
    {HW, SPEC80, "disputed{{80, \"GB\", \"a\", \"2026-01\"}, {90, \"GB\", \"b\"}, use = 1}", 0,
     "statement 2 needs the date of its source", NULL},
    {HW, SPEC80, "disputed{{80, \"GB\", \"a\", \"2026-01\"}, {90, \"GHz\", \"b\", \"2026-01\"}, use = 1}", 0,
     "statement 2 is of another unit", NULL},
    {HW, "measured(2e12, \"B/s\", \"copy\", \"2026-01-31\")",
     "disputed{{2, \"TB/s\", \"a\", \"2026-01\"}, {3, \"TB/s\", \"b\", \"2026-01\"}}", -1,
     "the sources of hw.toy.bw differ: its card has to choose one", "curriculum/prelude/01-start.md"},
    {HW, SPEC80, "disputed(80)", 0, "a table of statements is expected, not 80", NULL},

    /* weeks */
    {WEEK, "n = 1,", "n = 2,", 0, "is 2 in the file of week 1", NULL},
    {WEEK, "{\"paper\",", "{\"papers\",", 0, "no reading 'papers'", NULL},
    {WEEK, "readings = {", "later = {\"two\"}, readings = {", 0, "the week has no idea 'two'", NULL},
    {WEEK, "labs = {\"t01-toy\"}", "labs = {\"t09-none\"}", 0, "no lab 't09-none'", NULL},
    {WEEK, "One\", seed = \"S003-W01-C1\"", "One\"", -1, "there is none called 'S003-W01-C1'", NULL},
    {WEEK, "seed = \"S003-W01-C1\"", "seed = \"S003-W01-C9\"", 0,
     "'S003-W01-C9' is no row of map.lua", NULL},
    {WEEK, "text = [[The ridge is {{= n(f.ridge) }}", "text = [[The ridge is {{= n(f.rigde) }}", 0,
     "n needs a number, got nil", NULL},
    {WEEK, "       two lines.]]}", "       two {{= nope }} lines.]]}", 0, "no name 'nope'",
     NULL},
    {WEEK, "    q.text{id = \"why\", ask = \"Why?\", rubric = {\"a reason\"}, min_words = 5},", "",
     -1, "'questions' needs at least 3, has 2", NULL},
    {"curriculum/glossary.lua", "\"beta\"", "\"aleph\"", 0, "'aleph' belongs before 'alpha'", NULL},
    {WEEK, "milestone = { text", "milestone = { txet", 0,
     "milestone.txet: there is no such field (did you mean 'text'?)", NULL},
    /* counters: the dictionary's, or the lab's own */
    {LAB, "counter = \"l1_miss\"", "counter = \"l1_mis\"", 0,
     "no counter is called 'l1_mis' (did you mean 'l1_miss'?)", NULL},
    {LAB, "gates = {", "counters = {waits = \"times it waited\"},\n  gates = {", 0, NULL, NULL},
    {LAB, "gates = {", "counters = {sh_conf = \"conflicts\"},\n  gates = {", 0,
     "'sh_conf' is a counter of everybody's", NULL},
    /* pages */
    {"labs/t01-toy/lesson.md", "## Pitfalls", "## Traps", -1, "Section \'## Pitfalls' is missing",
     NULL},
    {"labs/t01-toy/lesson.md", "{{= n(f.ridge) }}", "{{= n(f.ridgy) }}", 0, "n needs a number",
     NULL},
    {"labs/t01-toy/lesson.md", "ref.c \"for (int k\"", "ref.c \"void toy_som(\"", 0,
     "No line of 'kernels/t01-toy/ref.c' has \"void toy_som(\"; nearest is line 3, 'void toy_sum(int M", NULL},
    {"labs/t01-toy/lesson.md", "ref.c \"for (int k\"", "ref.c \"for (int\"", 0,
     "'kernels/t01-toy/ref.c' has \"for (int\" on lines 5, 7: write more", NULL},
    {"labs/t01-toy/lesson.md", "ref.c \"for (int k\"", "ref.c \"C[m]\" \"sum +=\"", 0,
     "stands above \"C[m]\", line 9", NULL},
    {"labs/t01-toy/lesson.md", "ref.c \"for (int k\"", "ref.c 3 11", 0, "no line numbers, which drift", NULL},
    {"labs/t01-toy/lesson.md", "kernels/t01-toy/ref.c \"for (int k\"", "../../etc/passwd \"root\"", 0,
     "There is no file '../../etc/passwd' to show", NULL},
    {"kernels/t01-toy/ref.c", "for (int k = 0", "for (int l = 0", -1,
     "No line of 'kernels/t01-toy/ref.c' has \"for (int k\"", "labs/t01-toy/lesson.md"},
    {"kernels/t01-toy/ref.c", "#include", "/* Lines may move. */\n#include", 0, NULL, NULL},
    {"labs/t01-toy/hints.md", "## Tier 3 Do", "## Tier 4 Do", -1,
     "Section \'## Tier 3 ...' is missing", NULL},
    {"labs/t01-toy/brief.md", "{{= n(f.big) }}", "{{= big }}", 0, "no name 'big'", NULL},
    {CARD, "unit = \"FLOP/B\", ask", "unit = \"flop\", ask", 0, "there is no unit 'flop'", NULL},
    {CARD, "f.twice*p.k end", "f.twice end", -1, "within the tolerance of the right answer", NULL},
    {CARD, "{\"paper\"}", "{\"papers\"}", 0, "no reading 'papers'", NULL},
    {CARD, "seeds = {\"S003-CARD\"}", "seeds = {\"S003-CARDS\"}", 0, "is no row of map.lua", NULL},
    {"curriculum/cards/toy.md", "n(f.twice)", "n(f.twise)", 0, "n needs a number", NULL},
    {"curriculum/cards/toy.md", "# A toy card", "# A card", -1, "The page's heading is not 'A toy card'", CARD},
    {"curriculum/cards.lua", "{\"cards/toy\", week", "{\"cards/tox\", week", -1, "is not in cards.lua", CARD},
    {"labs/t01-toy/lesson.md", "## Pitfalls", "[x](ridge:t01-toi#Math)\n\n## Pitfalls", 0,
     "The link 'ridge:t01-toi#Math' leads nowhere: there is no page 't01-toi'", NULL},
    {"labs/t01-toy/lesson.md", "## Pitfalls", "[x](<ridge:t01-toy#Mental modal>)\n\n## Pitfalls", 0,
     "there is no section 'Mental modal' (did you mean 'Mental model'?)", NULL},
    {"labs/t01-toy/lesson.md", "## Pitfalls", "`[x](ridge:t01-toi)` [x](ridge:t01-toy#Math)\n\n## Pitfalls", 0, NULL, NULL},
    {"curriculum/prelude/01-start.md", "hw.toy.bw", "hw.toy.bw }} [x](ridge:cards/tox) {{= hw.toy.bw", 0,
     "The link 'ridge:cards/tox' leads nowhere", NULL},
    {"curriculum/prelude/01-start.md", "hw.toy.bw", "hw.toy.bv", 0, "no figure of hw.toy, 'bv'", NULL},
    {"labs/t01-toy/lesson.md", "## Pitfalls", "{{> x }}\n\n## Pitfalls", 0, "shows {{> x }} as it is written", NULL},
    {"labs/t01-toy/lesson.md", "## Pitfalls", "```\n+--+\n```\n\n## Pitfalls", 0, "lines are box characters", NULL},
};

Test(curriculum, mistakes, .timeout = 300)
{
    for (size_t k = 0; k < LEN(mistakes); k++) {
        if (!drawn(k))
            continue;
        char *before = fixture_read(mistakes[k].file);
        int line = fixture_edit(mistakes[k].file, mistakes[k].old, mistakes[k].new);
        struct curriculum *cur = fixture_open();
        json_t *r = curriculum_lint(cur);
        const char *where = mistakes[k].where ? mistakes[k].where : mistakes[k].file;
        int want = mistakes[k].line < 0 ? -1 : line + mistakes[k].line;
        const json_t *list = json_object_get(r, "errors");
        char *errors = all_errors(list);
        if (mistakes[k].message)
            cr_expect(reported(list, where, want, mistakes[k].message),
                      "%s -> %s\nwanted %s:%d: %s\ngot    %s", mistakes[k].old, mistakes[k].new,
                      where, want, mistakes[k].message, errors);
        else
            cr_expect(json_is_true(json_object_get(r, "ok")), "%s -> %s: %s", mistakes[k].old,
                      mistakes[k].new, errors);
        free(errors);
        json_decref(r);
        if (mistakes[k].message && !strncmp(where, "labs/", 5)) { /* who asks for the lab alone is told, too */
            r = curriculum_lint_lab(cur, "t01-toy");
            cr_expect(reported(json_object_get(r, "errors"), where, want, mistakes[k].message), "%s of the lab alone",
                      mistakes[k].message);
            json_decref(r);
        }
        curriculum_close(cur);
        fixture_write(mistakes[k].file, before);
        free(before);
    }
}

Test(curriculum, all_errors_are_collected)
{
    fixture_edit(LAB, "rev = 3", "rev = \"x\"");
    fixture_edit(LAB, "lang = \"c\"", "lang = \"d\"");
    fixture_edit(LAB, "op = \"<=\"", "op = \"?\"");
    fixture_edit(LAB, "unit = \"GiB\"", "unit = \"?\"");
    fixture_edit(WEEK, "n = 1", "n = 0");
    struct curriculum *cur = fixture_open();
    json_t *r = curriculum_lint(cur);
    const json_t *list = json_object_get(r, "errors");
    char *errors = all_errors(list);
    cr_expect(reported(list, LAB, -1, "rev: a number is expected"), "%s", errors);
    cr_expect(reported(list, LAB, -1, "lang: 'd' is not one of"), "%s", errors);
    cr_expect(reported(list, LAB, -1, "op: '?' is not one of"), "%s", errors);
    cr_expect(reported(list, LAB, -1, "unit: there is no unit '?'"), "%s", errors);
    cr_expect(reported(list, WEEK, -1, "'n' is 0, less than 1"), "%s", errors);
    free(errors);
    json_decref(r);
    cr_expect_null(curriculum_lab(cur, "t01-toy", 1));
    cr_expect(strstr(curriculum_error(cur), "(and more)"), "%s", curriculum_error(cur));
    curriculum_close(cur);
}

Test(curriculum, one_broken_file_spoils_no_other)
{
    fixture_shell("cp -r %s/labs/t01-toy %s/labs/t02-two", fixture_root, fixture_root);
    fixture_shell("cp -r %s/kernels/t01-toy %s/kernels/t02-two", fixture_root, fixture_root);
    fixture_edit("labs/t02-two/lab.lua", "id = \"t01-toy\"", "id = \"t02-two\"");
    fixture_edit("labs/t02-two/lab.lua", "requires = {}", "requires = {\"t01-toy\"}");
    fixture_edit(LAB, "return lab {", "return lab {{");
    struct curriculum *cur = fixture_open();
    cr_expect_eq(json_array_size(curriculum_labs(cur)), 1);
    cr_expect(reported(curriculum_errors(cur), LAB, -1, "'}' expected"), "%s",
              curriculum_error(cur));
    json_t *lab = curriculum_lab(cur, "t02-two", 1);
    cr_expect(lab, "%s", curriculum_error(cur));
    json_decref(lab);
    /* and a cycle through two labs */
    fixture_write(LAB, "");
    fixture_renew(LAB);
    fixture_edit(LAB, "requires = {}", "requires = {\"t02-two\"}");
    json_t *r = curriculum_lint(cur);
    char *errors = all_errors(json_object_get(r, "errors"));
    cr_expect(strstr(errors, "a cycle: t01-toy > t02-two > t01-toy"), "%s", errors);
    free(errors);
    json_decref(r);
    curriculum_close(cur);
}

/* t02-two is all that topic b has, and comes after topic a. */
Test(curriculum, an_arrow_of_the_graph_is_what_a_lab_requires)
{
    fixture_shell("cp -r %s/labs/t01-toy %s/labs/t02-two", fixture_root, fixture_root);
    fixture_shell("cp -r %s/kernels/t01-toy %s/kernels/t02-two", fixture_root, fixture_root);
    fixture_edit("labs/t02-two/lab.lua", "id = \"t01-toy\"", "id = \"t02-two\"");
    for (int required = 0; required < 2; required++) {
        if (required)
            fixture_edit("labs/t02-two/lab.lua", "requires = {}", "requires = {\"t01-toy\"}");
        struct curriculum *cur = fixture_open();
        json_t *r = curriculum_lint(cur);
        const json_t *list = json_object_get(r, "errors");
        char *errors = all_errors(list);
        cr_expect_eq(reported(list, "curriculum/graph.lua", -1, "no lab of 'b' requires a lab of 'a'"), !required, "%s",
                     errors);
        free(errors);
        json_decref(r);
        curriculum_close(cur);
    }
}

/* A data file that misbehaves is stopped, named, and takes nothing with it. */
Test(curriculum, hostile_data)
{
    static const struct {
        const char *old, *new, *message;
    } rows[] = {
        {"return lab {", "while true do end\nreturn lab {", "labs/t01-toy/lab.lua:1"},
        {"return lab {", "local s = 'x' while true do s = s .. s end\nreturn lab {", "memory"},
        {"return lab {", "getmetatable('').__index = nil\nreturn lab {", "lab.lua:1"},
        {"return lab {", "getmetatable(_ENV).__index = nil\nreturn lab {", "lab.lua:1"},
        {"return lab {", "setmetatable(_ENV, nil)\nreturn lab {", "protected metatable"},
        {"return lab {", "setmetatable({}, {__gc = error})\nreturn lab {", "Finalisers"},
        {"return lab {", "string.rep = 1\nreturn lab {", NULL}, /* a copy: harms only itself */
        {"return lab {", "lab = nil\nreturn lab {", "'lab' cannot be set"},
        {"facts = function(hw)", "facts = function(hw) hw.toy.bf16 = 1", "cannot be set"},
        {"facts = function(hw)", "facts = function(hw) while true do end", "lab.lua:"},
    };
    for (size_t k = 0; k < LEN(rows); k++) {
        fixture_edit(LAB, rows[k].old, rows[k].new);
        struct curriculum *cur = fixture_open();
        json_t *lab = curriculum_lab(cur, "t01-toy", 1);
        if (rows[k].message) {
            cr_expect_null(lab, "%s", rows[k].new);
            cr_expect(strstr(curriculum_error(cur), rows[k].message), "%s: %s", rows[k].new,
                      curriculum_error(cur));
        } else {
            cr_expect(lab, "%s: %s", rows[k].new, curriculum_error(cur));
        }
        json_decref(lab);
        curriculum_close(cur);
        fixture_edit(LAB, rows[k].new, rows[k].old);
    }
}
