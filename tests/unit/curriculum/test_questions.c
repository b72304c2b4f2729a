/*
 * test_questions.c: the kinds of question of the fixture's lab and card: what a learner sees, what each
 * answer gets, and that nothing is given away before it is earned.
 */
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

static struct curriculum *cur;

static void open_fixture(void)
{
    fixture_make();
    cur = fixture_open();
}

static void close_fixture(void)
{
    curriculum_close(cur);
    fixture_drop();
}

TestSuite(questions, .init = open_fixture, .fini = close_fixture, .timeout = 60);

static const char *get(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));
    return s ? s : "";
}

static const json_t *find(const json_t *list, const char *id)
{
    const json_t *q;
    size_t k;
    json_array_foreach(list, k, q) {
        if (!strcmp(get(q, "id"), id))
            return q;
    }
    return NULL;
}

/* What must never be in a public view. */
static void no_secret(const json_t *list)
{
    static const char *const keys[] = {"answer", "worked", "wrong", "rubric", "hint"};
    const json_t *q;
    size_t k;
    json_array_foreach(list, k, q) {
        for (size_t s = 0; s < LEN(keys); s++)
            cr_expect_null(json_object_get(q, keys[s]), "%s shows its %s", get(q, "id"), keys[s]);
    }
}

Test(questions, public_view)
{
    json_t *list = curriculum_questions(cur, "t01-toy", 1);
    cr_assert(list, "%s", curriculum_error(cur));
    cr_expect_eq(json_array_size(list), 14);
    no_secret(list);
    const json_t *q = find(list, "which");
    cr_expect_str_eq(get(q, "ask"), "Which is 2?");
    cr_expect_str_eq(json_string_value(json_array_get(json_object_get(q, "options"), 1)), "2");
    q = find(list, "grid");
    cr_expect_eq(json_array_size(json_object_get(q, "rows")), 2);
    cr_expect_eq(json_array_size(json_object_get(q, "columns")), 2);
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    no_secret(json_object_get(lab, "questions"));
    json_decref(lab);
    json_decref(list);
}

Test(questions, draws_depend_on_the_learner_only)
{
    bool low = false, high = false;
    for (uint64_t seed = 1; seed < 24; seed++) {
        json_t *a = curriculum_questions(cur, "t01-toy", seed);
        json_t *b = curriculum_questions(cur, "t01-toy", seed);
        cr_expect(json_equal(a, b));
        json_int_t n =
            json_integer_value(json_object_get(json_object_get(find(a, "bytes"), "params"), "n"));
        cr_expect(n == 268435456 || n == 536870912, "n is %lld", (long long)n);
        low = low || n == 268435456;
        high = high || n == 536870912;
        const json_t *items = json_object_get(find(a, "sort"), "items");
        cr_expect(strcmp(json_string_value(json_array_get(items, 0)), "B") ||
                      strcmp(json_string_value(json_array_get(items, 1)), "KiB") ||
                      strcmp(json_string_value(json_array_get(items, 2)), "MiB"),
                  "seed %d shows the right order", (int)seed);
        json_decref(a);
        json_decref(b);
    }
    cr_expect(low && high, "the parameter never varies");
    json_t *list = curriculum_questions(cur, "t01-toy", UINT64_MAX);
    cr_expect(list, "a large seed: %s", curriculum_error(cur));
    json_decref(list);
}

static const struct {
    const char *owner, *id, *answer, *status;
    const char *part; /* of message or hint */
} rows[] = {
    { "w01", "ridge", "\"50 FLOP/B\"", "PASS", "Right: 50 FLOP/B." },
    { "1", "ridge", "\"50.4 FLOP/B\"", "PASS", "" },
    { "w01", "ridge", "\"50\"", "INVALID", "The unit is missing: write for example 50 FLOP/B." },
    { "w01", "ridge", "50", "PASS", "" }, /* a JSON number is in the question's unit */
    { "w01", "ridge", "\"25 FLOP/B\"", "FAIL", "multiply-add" },
    { "w01", "ridge", "\"50 B\"", "INVALID", "not a unit of this quantity" },
    { "w01", "ridge", "\"fifty\"", "INVALID", "not a number" },
    { "w01", "ridge", "\"0.05 kFLOP/B\"", "PASS", "" },
    { "w01", "ridge", "true", "INVALID", "The answer is a number" },
    { "w01", "which", "\"this\"", "PASS", "" },
    { "w01", "which", "\"That.\"", "FAIL", "'that' is not the answer." },
    { "w01", "which", "3", "INVALID", "from 1 to 2" },

    { "t01-toy", "count", "\"42\"", "PASS", "" },
    { "t01-toy", "count", "\"42.001\"", "FAIL", "" },
    { "t01-toy", "count", "\"4200 %\"", "PASS", "" },
    { "t01-toy", "count", "\"-42\"", "FAIL", "The sign is wrong." },
    { "t01-toy", "which", "2", "PASS", "Right: 2." }, /* a bare number stays in its place */
    { "t01-toy", "which", "\"b\"", "PASS", "" },
    { "t01-toy", "which", "\" B) \"", "PASS", "" },
    { "t01-toy", "which", "\"\\\"2\\\"\"", "PASS", "" },
    { "t01-toy", "which", "\" Three \"", "FAIL", "'three' is not the answer." },
    { "t01-toy", "which", "\"one\"", "FAIL", "one more" },
    { "t01-toy", "which", "0", "INVALID", "from 1 to 3" },
    { "t01-toy", "which", "4", "INVALID", "from 1 to 3" },
    { "t01-toy", "which", "\"d\"", "INVALID", "from 1 to 3" },
    { "t01-toy", "which", "\"\"", "INVALID", "" },
    { "t01-toy", "which", "1.5", "INVALID", "" },
    { "t01-toy", "which", "[1]", "INVALID", "" },
    { "t01-toy", "all", "\"2,4\"", "PASS", "" },
    { "t01-toy", "all", "[4, 2]", "PASS", "" },
    { "t01-toy", "all", "\"b d\"", "PASS", "" },
    { "t01-toy", "all", "\"bd\"", "PASS", "" },
    { "t01-toy", "all", "\"\\\"4\\\" | \\\"2\\\"\"", "PASS", "" },
    { "t01-toy", "all", "\"2\"", "FAIL", "1 option is missing." },
    { "t01-toy", "all", "\"1,2,4\"", "FAIL", "is wrong" },
    { "t01-toy", "all", "\"5\"", "INVALID", "from 1 to 4" },
    { "t01-toy", "all", "[]", "INVALID", "" },
    { "t01-toy", "sort", "\"1 2 3\"", "INVALID", "all 4 numbers" },
    { "t01-toy", "sort", "\"1 1 2 3\"", "INVALID", "stands there twice" },
    { "t01-toy", "grid", "[[4, 8], [9, 27]]", "PASS", "All cells are right." },
    { "t01-toy", "grid", "\"4 8; 9 27\"", "PASS", "" },
    { "t01-toy", "grid", "\"4 | 8\\n9 | 27\"", "PASS", "" },
    { "t01-toy", "grid", "\"4 8; 9 26\"", "FAIL", "1 of 4 cells is wrong: 3, cube." },
    { "t01-toy", "grid", "\"4 8\"", "INVALID", "2 rows of 2" },
    { "t01-toy", "grid", "\"4 8; 9\"", "INVALID", "Row 2 needs 2 numbers." },
    { "t01-toy", "grid", "\"4 8; 9 x\"", "INVALID", "3, cube" },
    { "t01-toy", "grid", "[[4, 8], [9, null]]", "INVALID", "" },
    { "t01-toy", "grid", "\"4 | | 8; 9 | 27\"", "INVALID", "Row 1 needs 2 numbers." },
    { "t01-toy", "grid", "\"4 | ; 9 | 27\"", "INVALID", "2, cube – The cell is empty." },
    { "t01-toy", "grid", "\"4 | 1,5; 9 | 27\"", "INVALID", "2, cube – The cell holds no number." },
    { "t01-toy", "grid", "\"4 | nan; 9 | 27\"", "INVALID", "2, cube" },
    { "t01-toy", "grid", "\"4 | 1e999; 9 | 27\"", "INVALID", "2, cube" },
    { "t01-toy", "grid", "\"4\\u0007 \\u001b8; 9 27\"", "PASS", "" },
    { "t01-toy", "essay", "\"Why does a tile that is read twice cost no more?\"", "INVALID", "repeats the question" },
    { "t01-toy", "essay", "\"Its line stays in a cache until others need the place, so twice is once.\"", "PENDING", "is kept" },
    { "t01-toy", "essay", "\"so so so so so so so so\"", "INVALID",
      "without what stands in it more than once it has 1 word; write at least 8." },
    { "t01-toy", "essay", "\"Why does a tile cost no more? Why does a tile cost no more? Why does a tile cost no more?\"",
      "INVALID", "repeats the question" },
    { "t01-toy", "essay", "\"Its line stays cached. Its line stays (cached), its line stays cached; its LINE stays cached!\"",
      "INVALID", "Your text repeats itself: without what stands in it more than once it has 4 words" },
    { "t01-toy", "essay", "\"Its line stays until others want it. Twice is once, and its line stays until others want it.\"",
      "PENDING", "is kept" },
    { "t01-toy", "essay", "\"? ? ? ? ? ? ? ?\"", "INVALID", "0 words; write at least 8." },
    { "t01-toy", "essay", "\"too short\"", "INVALID", "2 words; write at least 8." },
    { "t01-toy", "essay", "\"one two three four five six seven eight\"", "PENDING",
      "Now tick what it has of the rubric." },
    { "t01-toy", "essay", "{\"text\": \"a b c d e f g h\", \"ticks\": []}", "PENDING", "Self-assessed: 0 of the 2 items" },
    { "t01-toy", "essay", "{\"text\": \"a b c d e f g h\", \"ticks\": [2, 2]}", "PENDING", "1 of the 2 items of the rubric" },
    { "t01-toy", "essay", "{\"text\": \"a b c d e f g h\", \"ticks\": [2, 1]}", "PENDING", "Self-assessed: 2 of the 2" },
    { "t01-toy", "essay", "{\"text\": \"a b c d e f g h\", \"ticks\": [3]}", "INVALID", "numbers 1 to 2" },
    { "t01-toy", "essay", "{\"text\": \"a b c\", \"ticks\": [1, 2]}", "INVALID", "at least 8" },
    { "t01-toy", "essay", "{\"ticks\": [1, 2]}", "INVALID", "The answer is a text." },
    { "t01-toy", "time", "\"2*(G-1)/G*n/b + 2*(N-1)/N*n/(G*c)\"", "PASS", "Right: it agrees wherever it was tried." },
    { "t01-toy", "time", "\"2*n*(1/b - 1/(G*b) + (1 - 1/N)/G/c)\"", "PASS", "" },
    { "t01-toy", "time", "\"2 \u00b7 (G\u22121)/G \u00d7 n/b + 2*(N-1)/N*n/(G*c)\"", "PASS", "" },
    { "t01-toy", "time", "\"2*(G*N-1)/(G*N)*n/c\"", "FAIL", "one ring over all" },
    { "t01-toy", "time", "\"(2*(G-1)/G*n/b + 2*(N-1)/N*n/(G*c))*n\"", "FAIL", "That is in B\u00b7s, and the answer is in s." },
    { "t01-toy", "time", "\"G*N\"", "FAIL", "That is a plain number, and the answer is in s." },
    { "t01-toy", "time", "\"n/b + N\"", "FAIL", "different units" },
    { "t01-toy", "time", "\"-(2*(G-1)/G*n/b + 2*(N-1)/N*n/(G*c))\"", "FAIL", "The sign is wrong." },
    { "t01-toy", "time", "\"(G-1)/G*n/b + (N-1)/N*n/(G*c)\"", "FAIL", "too small by a factor of 2" },
    { "t01-toy", "time", "\"2.25*((G-1)/G*n/b + (N-1)/N*n/(G*c))\"", "FAIL", "up to a factor of 1.125" },
    { "t01-toy", "time", "\"log(2)*(2*(G-1)/G*n/b + 2*(N-1)/N*n/(G*c))\"", "FAIL", "ln 2" },
    { "t01-toy", "time", "\"2*(G-1)/G*n/b + 2*n/(G*c)\"", "FAIL", "Does it not depend on N?" },
    { "t01-toy", "time", "\"n/(b-c)+n/b\"", "FAIL", "it divides by zero" },
    { "t01-toy", "time", "\"\"", "INVALID", "The formula is empty." },
    { "t01-toy", "time", "\"2n\"", "INVALID", "write 2*n." },
    { "t01-toy", "time", "\"n b\"", "INVALID", "write n*b." },
    { "t01-toy", "time", "\"n(2)\"", "INVALID", "write n*(...)." },
    { "t01-toy", "time", "\"n**2\"", "INVALID", "written with ^" },
    { "t01-toy", "time", "\"T = n/b\"", "INVALID", "only the right-hand side" },
    { "t01-toy", "time", "\"g*n/b\"", "INVALID", "no name 'g' here: did you mean G?" },
    { "t01-toy", "time", "\"x*n\"", "INVALID", "The names are G, N, b, c, n." },
    { "t01-toy", "time", "\"sqr(n)\"", "INVALID", "did you mean sqrt?" },
    { "t01-toy", "time", "\"sqrt n\"", "INVALID", "in parentheses" },
    { "t01-toy", "time", "\"sqrt(n, b)\"", "INVALID", "takes one argument, and here are 2" },
    { "t01-toy", "time", "\"min(n)\"", "INVALID", "two arguments or more" },
    { "t01-toy", "time", "\"min(1,000)\"", "FAIL", "plain number" },
    { "t01-toy", "time", "\"(n/b\"", "INVALID", "not closed" },
    { "t01-toy", "time", "\"n/b)\"", "INVALID", "never opened" },
    { "t01-toy", "time", "\"n/\"", "INVALID", "ends where" },
    { "t01-toy", "time", "\"n/*b\"", "INVALID", "missing before '*'" },
    { "t01-toy", "time", "\"n, b\"", "INVALID", "A comma splits thousands" },
    { "t01-toy", "time", "\"n % b\"", "INVALID", "no sign '%'" },
    { "t01-toy", "time", "\"1e999*n\"", "INVALID", "too large" },
    { "t01-toy", "time", "[1]", "INVALID", "The answer is a formula." },
    { "t01-toy", "near", "\"n + n^.5\"", "PASS", "" },
    { "t01-toy", "near", "\"n + sqrt(n) + 1,000\"", "FAIL", "an added constant" },
    { "t01-toy", "near", "\"n + sqrt(n)*k\"", "FAIL", "It does not depend on k." },
    { "t01-toy", "near", "\"n + exp(log(n)/3)\"", "FAIL", "What is left out for small n?" },
    { "t01-toy", "near", "\"n^2\"", "FAIL", "Count them." },
    { "t01-toy", "near", "\"-n^2 + n^2 + n + sqrt(n)\"", "PASS", "" },
    { "t01-toy", "near", "\"sqrt(-n)\"", "FAIL", "the root of a negative number" },
    { "t01-toy", "near", "\"log(0*n)\"", "FAIL", "the logarithm of 0" },
    { "t01-toy", "near", "\"(n+max(n,-n))/2 + n\u00b2/n - n + min(sqrt(n), 2, 1e9)*0 + sqrt(n)\"", "PASS", "" },
    { "t01-toy", "nothing", "1", "INVALID", "no question 'nothing'" },
    { "t01-toy", "witch", "1", "INVALID", "did you mean 'which'?" },
};

Test(questions, answers)
{
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *answer = json_loads(rows[k].answer, JSON_DECODE_ANY, NULL);
        json_t *got = curriculum_answer(cur, rows[k].owner, rows[k].id, 1, answer, false);
        cr_assert(got, "%s %s: %s", rows[k].id, rows[k].answer, curriculum_error(cur));
        cr_expect_str_eq(get(got, "status"), rows[k].status, "%s %s: %s %s", rows[k].id,
                         rows[k].answer, get(got, "status"), get(got, "message"));
        cr_expect(strstr(get(got, "message"), rows[k].part) ||
                      strstr(get(got, "hint"), rows[k].part),
                  "%s %s: '%s' '%s' lack '%s'", rows[k].id, rows[k].answer, get(got, "message"),
                  get(got, "hint"), rows[k].part);
        bool passed = !strcmp(rows[k].status, "PASS");
        cr_expect_eq(json_object_get(got, "expected") != NULL, passed, "%s %s", rows[k].id,
                     rows[k].answer);
        if (!passed)
            cr_expect_null(json_object_get(got, "worked"), "%s", rows[k].id);
        json_decref(got);
        json_decref(answer);
    }
}

static json_t *answer_to(const char *id, uint64_t seed, const char *text)
{
    json_t *given = json_string(text), *got = curriculum_answer(cur, "t01-toy", id, seed, given, false);
    cr_assert(got, "%s", curriculum_error(cur));
    json_decref(given);
    return got;
}

/* Four ways to hide data, and all of these: the page's numbers are the learner's own, what is kept is the words. */
Test(questions, options_stand_in_another_order_for_each_learner)
{
    int places[5] = {0};
    for (uint64_t seed = 1; seed < 17; seed++) {
        json_t *list = curriculum_questions(cur, "t01-toy", seed), *once = curriculum_questions(cur, "t01-toy", seed);
        const json_t *options = json_object_get(find(list, "order"), "options"), *o;
        cr_assert(json_equal(list, once), "the same learner sees the same order");
        cr_assert_eq(json_array_size(options), 4);
        cr_assert_str_eq(json_string_value(json_array_get(options, 3)), "All of these", "speaks of the others");
        size_t k, right = 0;
        json_array_foreach(options, k, o)
            right = !strcmp(json_string_value(o), "Prefetch") ? k + 1 : right;
        cr_assert(right >= 1 && right <= 3);
        places[right]++;
        for (size_t place = 1; place <= 4; place++) {
            char number[4] = {(char)('0' + place), 0}, letter[4] = {(char)('a' + place - 1), 0};
            const char *shown = json_string_value(json_array_get(options, place - 1));
            json_t *by_number = answer_to("order", seed, number), *by_letter = answer_to("order", seed, letter);
            json_t *by_words = answer_to("order", seed, shown);
            cr_expect_str_eq(get(by_number, "status"), place == right ? "PASS" : "FAIL", "place %zu", place);
            cr_expect(json_equal(by_number, by_letter) && json_equal(by_number, by_words), "place %zu", place);
            cr_expect_str_eq(get(by_number, "given"), shown);
            if (!strcmp(shown, "A bigger cache"))
                cr_expect_str_eq(get(by_number, "hint"), "the data are read once", "wrong answers follow the words");
            /* as it was kept, for whoever asks: another seed changes nothing */
            json_t *again = curriculum_answer_again(cur, "t01-toy", "order", seed + 1, get(by_number, "given"));
            cr_expect_str_eq(get(again, "status"), get(by_number, "status"));
            json_decref(again);
            json_decref(by_number);
            json_decref(by_letter);
            json_decref(by_words);
        }
        /* kept at the time of one order for everybody */
        json_t *old = curriculum_answer_again(cur, "t01-toy", "order", seed, "2");
        cr_expect_str_eq(get(old, "status"), "PASS");
        cr_expect_str_eq(get(old, "given"), "Prefetch");
        json_decref(old);
        json_decref(once);
        json_decref(list);
    }
    for (int k = 1; k <= 3; k++)
        cr_expect(places[k] > 1, "place %d: %d of 16", k, places[k]);
}

Test(questions, several_choices_are_kept_in_words)
{
    for (uint64_t seed = 1; seed < 6; seed++) {
        json_t *list = curriculum_questions(cur, "t01-toy", seed), *o;
        json_t *options = json_object_get(find(list, "several"), "options");
        char text[16] = "";
        size_t k, n = 0;
        json_array_foreach(options, k, o)
            if (strcmp(json_string_value(o), "Time, in the end"))
                n += (size_t)snprintf(text + n, sizeof text - n, "%s%d", n ? "," : "", (int)k + 1);
        json_t *got = answer_to("several", seed, text);
        cr_expect_str_eq(get(got, "status"), "PASS", "%s: %s", text, get(got, "message"));
        cr_expect_str_eq(get(got, "given"), "Bytes | FLOP, all of them");
        json_t *again = curriculum_answer_again(cur, "t01-toy", "several", seed + 7, get(got, "given"));
        cr_expect_str_eq(get(again, "status"), "PASS", "%s", get(again, "message"));
        json_decref(again);
        again = curriculum_answer_again(cur, "t01-toy", "several", seed, "1, 3");
        cr_expect_str_eq(get(again, "status"), "PASS", "kept at the time of one order");
        json_decref(again);
        json_decref(got);
        json_decref(list);
    }
}

/* Columns of their own units, cells that are exact, and the first planted mistake among the wrong cells. */
Test(questions, tables_of_several_units)
{
    json_t *list = curriculum_questions(cur, "t01-toy", 1);
    const json_t *q = find(list, "tiles");
    int n = (int)json_integer_value(json_object_get(json_object_get(q, "params"), "n"));
    cr_expect_str_eq(json_string_value(json_array_get(json_object_get(q, "columns"), 0)), "blocks");
    cr_expect_str_eq(json_string_value(json_array_get(json_object_get(q, "columns"), 1)), "busy (%)");
    cr_expect_null(json_object_get(q, "unit"));
    const struct {
        int first, second;
        const char *rest[2], *status, *part;
    } cases[] = { { n, 2 * n, { "50 | 2", "75 | 4" }, "PASS", "" },
                  { n, 2 * n, { "50.4 % | 2 MB", "0.75 | 4000 kB" }, "FAIL", "1 of 6 cells is wrong: two, busy." },
                  { n, 2 * n, { "50.4 % | 2 MB", "75 % | 4000 kB" }, "PASS", "" },
                  { n, 2 * n, { "50 | 2 %", "75 | 4" }, "INVALID", "one, moved" },
                  { n + 1, 2 * n, { "50 | 2", "75 | 4" }, "FAIL", "one, blocks" }, /* within 1 %, but exact */
                  { n, n, { "50 | 2", "75 | 4" }, "FAIL", "two are twice as many" },
                  { n, 2 * n, { "50 | 4", "75 | 4" }, "FAIL", "bytes once" },
                  { n, 2 * n, { "50 | 2", "75 | 8" }, "FAIL", "bytes once" },
                  { n, 2 * n, { "100 | 3", "75 | 8" }, "FAIL", "3 of 6 cells are wrong, first: one, busy." },
                  { n, 2 * n, { "100 | 3", "75 | 8" }, "FAIL", "half is idle" },
                  { n, 2 * n, { "50 | 2000", "75 | 4" }, "FAIL", "a prefix" } };
    for (size_t k = 0; k < LEN(cases); k++) {
        char text[128];
        snprintf(text, sizeof text, "%d | %s; %d | %s", cases[k].first, cases[k].rest[0], cases[k].second,
                 cases[k].rest[1]);
        json_t *got = answer_to("tiles", 1, text);
        cr_expect_str_eq(get(got, "status"), cases[k].status, "%s: %s", text, get(got, "message"));
        cr_expect(strstr(get(got, "message"), cases[k].part) || strstr(get(got, "hint"), cases[k].part), "%s: '%s' '%s'",
                  text, get(got, "message"), get(got, "hint"));
        json_decref(got);
    }
    json_decref(list);
}

/* Two items may change places, and a planted slip has its word. */
Test(questions, orders_with_a_free_pair)
{
    static const struct {
        const char *items[5], *status, *part;
    } cases[] = { { { "read", "plan", "left", "right", "join" }, "PASS", "" },
                  { { "read", "plan", "right", "left", "join" }, "PASS", "" },
                  { { "plan", "read", "left", "right", "join" }, "FAIL", "nothing to plan yet" },
                  { { "read", "plan", "join", "left", "right" }, "FAIL", "nothing to join yet" },
                  { { "left", "read", "plan", "right", "join" }, "FAIL", "begin with the input" },
                  { { "read", "left", "plan", "right", "join" }, "FAIL", "up to place 1" } };
    for (uint64_t seed = 1; seed < 9; seed++) {
        json_t *list = curriculum_questions(cur, "t01-toy", seed);
        const json_t *items = json_object_get(find(list, "start"), "items"), *x;
        for (size_t k = 0; k < LEN(cases); k++) {
            char text[32] = "";
            for (size_t i = 0, at; i < 5; i++)
                json_array_foreach(items, at, x)
                    if (!strcmp(json_string_value(x), cases[k].items[i]))
                        snprintf(text + strlen(text), sizeof text - strlen(text), "%zu ", at + 1);
            json_t *got = answer_to("start", seed, text);
            cr_expect_str_eq(get(got, "status"), cases[k].status, "row %zu, %s: %s", k, text, get(got, "message"));
            cr_expect(strstr(get(got, "message"), cases[k].part) || strstr(get(got, "hint"), cases[k].part), "row %zu: %s",
                      k, get(got, "hint"));
            cr_expect(k > 1 || strcmp(text, "1 2 3 4 5 "), "the right order is shown");
            json_decref(got);
        }
        json_decref(list);
    }
}

static char letter_of(const json_t *list, const char *text, char first)
{
    size_t k;
    const json_t *x;
    json_array_foreach(list, k, x)
        if (!strcmp(json_string_value(x), text))
            return (char)(first + k);
    return '?';
}

/* Claim, lines and fix: which of them is wrong is told, in this order, and letters are the learner's own. */
Test(questions, a_display_is_read)
{
    static const struct {
        const char *claim, *lines, *fix, *status, *part;
    } cases[] = {
        { "the kernel", "1 3", "a graph", "PASS", "Right: claim, lines and fix." },
        { "the kernel", "3,1,2", "a graph", "PASS", "" },
        { "the kernel", "1 and... 2", "a graph", "INVALID", "such as b; 2 5; A" },
        { "the kernel", "1/2/7", "a graph", "PASS", "" },
        { "the copy", "1 2", "a graph", "FAIL", "it is short" },
        { "the copy", "4", "a tile", "FAIL", "That is not what the display shows." },
        { "the kernel", "1 2 4", "a tile", "FAIL", "four is early" },
        { "the kernel", "1 2 6 7", "a graph", "FAIL", "two of your lines say nothing" },
        { "the kernel", "1 2 6 7 8", "a graph", "FAIL", "chosen at random?" },
        { "the kernel", "2", "a graph", "FAIL", "one more line has to show it" },
        { "the kernel", "6", "a graph", "FAIL", "2 more lines have to show it" },
        { "the kernel", "1 2", "a tile", "FAIL", "no tile" },
        { "the kernel", "1 9", "a tile", "INVALID", "The lines have the numbers 1 to 8." },
        { "the kernel", "0", "a tile", "INVALID", "The lines have the numbers 1 to 8." },
        { "the kernel", "99999999999999999999", "a tile", "INVALID", "The lines have the numbers 1 to 8." },
        { "the kernel", " ", "a tile", "INVALID", "such as b; 2 5; A" },
    };
    int first = 0;
    for (uint64_t seed = 1; seed < 9; seed++) {
        json_t *list = curriculum_questions(cur, "t01-toy", seed);
        const json_t *q = find(list, "late"), *claims = json_object_get(q, "claims"), *fixes = json_object_get(q, "fixes");
        cr_expect_str_eq(get(q, "from"), "Constructed figures, consistent with two of each.");
        cr_expect_eq(json_array_size(json_object_get(q, "lines")), 8);
        cr_expect_str_eq(json_string_value(json_array_get(json_object_get(q, "lines"), 3)), "four");
        cr_expect(!json_object_get(q, "claim") && !json_object_get(q, "fix") && !json_object_get(q, "hints"));
        first += !strcmp(json_string_value(json_array_get(claims, 0)), "the kernel");
        for (size_t k = 0; k < LEN(cases); k++) {
            char text[160], words[160];
            snprintf(text, sizeof text, "%c; %s ;%c", letter_of(claims, cases[k].claim, 'a'), cases[k].lines,
                     letter_of(fixes, cases[k].fix, 'A'));
            snprintf(words, sizeof words, "%s;%s; %s.", cases[k].claim, cases[k].lines, cases[k].fix);
            json_t *got = answer_to("late", seed, text), *same = answer_to("late", seed, words);
            cr_expect_str_eq(get(got, "status"), cases[k].status, "%s: %s", text, get(got, "message"));
            cr_expect(json_equal(got, same), "%s", words);
            cr_expect(strstr(get(got, "message"), cases[k].part) || strstr(get(got, "hint"), cases[k].part), "%s: %s %s",
                      text, get(got, "message"), get(got, "hint"));
            if (*get(got, "given")) { /* as it is kept, it means the same on any page */
                json_t *again = curriculum_answer_again(cur, "t01-toy", "late", seed + 1, get(got, "given"));
                cr_expect_str_eq(get(again, "status"), cases[k].status, "%s", get(got, "given"));
                cr_expect_str_eq(get(again, "given"), get(got, "given"));
                json_decref(again);
            }
            json_decref(same);
            json_decref(got);
        }
        json_decref(list);
    }
    cr_expect(first > 0 && first < 8, "claims are shuffled: first %d times of 8", first);
    static const char *const unread[] = { "", "b", "b; 1 2", "z; 1 2; A", "b; 1 2; Z", "b; 1 2; A; C", ";;", "the;1;a" };
    for (size_t k = 0; k < LEN(unread); k++) {
        json_t *got = answer_to("late", 1, unread[k]);
        cr_expect_str_eq(get(got, "status"), "INVALID", "%s", unread[k]);
        json_decref(got);
    }
}

/* A formula is limited in length, parts and depth, and a caret says where it can't be read. */
Test(questions, formulas_that_cannot_be_read)
{
    char text[1024];
    struct {
        const char *piece, *last;
        int n, column;
        const char *part;
    } cases[] = { { "(", "", 60, 50, "nested more than 50 deep" },
                  { "-", "n", 60, 50, "nested more than 50 deep" },
                  { "n+", "n", 120, 199, "more than 200 parts" },
                  { "n^", "n", 60, 101, "nested more than 50 deep" },
                  { "sqrt(", "n", 60, 250, "nested more than 50 deep" },
                  { "1", "", 401, 0, "more than 400 characters" },
                  { "\u00b7", "", 1, 0, "missing before" },
                  { "2 \u00b7 ", "N2", 1, 4, "no name 'N2'" },
                  { "", "n + 2n", 0, 5, "write 2*n" } };
    for (size_t k = 0; k < LEN(cases); k++) {
        text[0] = 0;
        for (int i = 0; i < cases[k].n; i++)
            strcat(text, cases[k].piece);
        strcat(text, cases[k].last);
        json_t *got = answer_to("time", 1, text);
        cr_expect_str_eq(get(got, "status"), "INVALID", "%s", text);
        cr_expect(strstr(get(got, "message"), cases[k].part), "%s: %s", text, get(got, "message"));
        cr_expect_eq(json_integer_value(json_object_get(got, "column")), cases[k].column, "%s: %lld", text,
                     (long long)json_integer_value(json_object_get(got, "column")));
        cr_expect_str_eq(get(got, "typed"), text);
        json_decref(got);
    }
}

/* The same learner is asked at the same points, and each learner's right answer is right. */
Test(questions, a_formula_is_right_for_everybody)
{
    for (uint64_t seed = 1; seed < 20; seed++) {
        json_t *right = answer_to("time", seed, "2*n*((G-1)/(G*b) + (N-1)/(N*G*c))");
        cr_expect_str_eq(get(right, "status"), "PASS");
        json_decref(right);
        json_t *wrong = answer_to("time", seed, "2*n*((G-1)/(G*b) + (N-1)/(N*c))");
        cr_expect_str_eq(get(wrong, "status"), "FAIL");
        json_decref(wrong);
    }
}

/* Answers to drawn parameters follow the draw. */
Test(questions, drawn_answers)
{
    for (uint64_t seed = 1; seed < 9; seed++) {
        json_t *list = curriculum_questions(cur, "t01-toy", seed);
        double n =
            json_number_value(json_object_get(json_object_get(find(list, "bytes"), "params"), "n"));
        char text[64];
        static const struct {
            double factor;
            const char *unit, *status, *part;
        } cases[] = {
            {4.0 / (1 << 30), "GiB", "PASS", ""},
            {4.0 / 1e9, "GB", "PASS", ""},     /* another unit of the same size */
            {4.0 / 1e9, "GiB", "FAIL", "GiB"}, /* the classic */
            {8.0 / (1 << 30), "GiB", "FAIL", "fp32 is four bytes"},
            {32.0 / (1 << 30), "GiB", "FAIL", "bits"},
        };
        for (size_t k = 0; k < LEN(cases); k++) {
            snprintf(text, sizeof text, "%.6f %s", n * cases[k].factor, cases[k].unit);
            json_t *answer = json_string(text);
            json_t *got = curriculum_answer(cur, "t01-toy", "bytes", seed, answer, false);
            cr_expect_str_eq(get(got, "status"), cases[k].status, "%s: %s", text,
                             get(got, "message"));
            cr_expect(strstr(get(got, "hint"), cases[k].part), "%s: '%s'", text, get(got, "hint"));
            json_decref(got);
            json_decref(answer);
        }
        /* the right order, from what is shown */
        static const char *const right[] = {"B", "KiB", "MiB", "GiB"};
        const json_t *items = json_object_get(find(list, "sort"), "items");
        json_t *order = json_array(), *wrong = json_array();
        for (size_t k = 0; k < LEN(right); k++) {
            for (size_t s = 0; s < LEN(right); s++) {
                if (strcmp(json_string_value(json_array_get(items, s)), right[k]))
                    continue;
                json_array_append_new(order, json_integer((json_int_t)s + 1));
                json_array_insert_new(wrong, 0, json_integer((json_int_t)s + 1));
            }
        }
        json_t *got = curriculum_answer(cur, "t01-toy", "sort", seed, order, false);
        cr_expect_str_eq(get(got, "status"), "PASS", "%s", get(got, "message"));
        cr_expect_str_eq(get(got, "expected"), "B > KiB > MiB > GiB");
        json_decref(got);
        got = curriculum_answer(cur, "t01-toy", "sort", seed, wrong, false);
        cr_expect_str_eq(get(got, "status"), "FAIL");
        cr_expect_str_eq(get(got, "hint"), "think of powers");
        json_decref(got);
        json_decref(order);
        json_decref(wrong);
        json_decref(list);
    }
}

Test(questions, an_answer_without_end)
{
    static const char *const ids[] = {"count", "which", "all", "sort", "grid", "essay"};
    char *text = malloc(300001);
    memset(text, ' ', 300000);
    text[300000] = 0;
    for (size_t k = 0; k < LEN(ids); k++) {
        json_t *answer = json_string(text);
        json_t *got = curriculum_answer(cur, "t01-toy", ids[k], 1, answer, false);
        cr_assert(got, "%s: %s", ids[k], curriculum_error(cur));
        cr_expect_str_eq(get(got, "status"), "INVALID", "%s", ids[k]);
        json_decref(got);
        json_decref(answer);
    }
    free(text);
}

Test(questions, reveal)
{
    json_t *answer = json_string("1 FLOP/B");
    json_t *got = curriculum_answer(cur, "w01", "ridge", 1, answer, true);
    cr_expect_str_eq(get(got, "status"), "FAIL");
    cr_expect_str_eq(get(got, "expected"), "50 FLOP/B");
    cr_expect_str_eq(get(got, "worked"), "50");
    json_decref(got);
    json_decref(answer);
}

Test(questions, cost_card)
{
    static const struct {
        const char *given, *id, *status, *key, *value;
    } cards[] = {
        {"{}", "flops", "PENDING", "expected", ""},
        {"{\"flops\": \"1048576 FLOP\"}", "flops", "PASS", "shown", "1,048,576 FLOP"},
        {"{\"flops\": \"1024^2\"}", "flops", "PASS", "", ""},
        {"{\"flops\": \"2*1024^2 FLOP\"}", "flops", "FAIL", "hint", "Your number is off by exactly 2: a multiply-add is 2 FLOP."},
        {"{\"flops\": \"1 s\"}", "flops", "INVALID", "message", "Answer in FLOP."},
        {"{\"bound\": \"memory\"}", "bound", "PASS", "expected", "memory"},
        {"{\"bound\": 2}", "bound", "FAIL", "said", "compute"},
        {"{\"bound\": 1}", "bound", "PASS", "said", "memory"},
    };
    for (size_t k = 0; k < LEN(cards); k++) {
        json_t *given = json_loads(cards[k].given, 0, NULL);
        json_t *list = curriculum_predict(cur, "t01-toy", given);
        cr_assert(list, "%s", curriculum_error(cur));
        const json_t *p = find(list, cards[k].id);
        cr_expect_str_eq(get(p, "status"), cards[k].status, "%s", cards[k].given);
        if (*cards[k].key)
            cr_expect_str_eq(get(p, cards[k].key), cards[k].value, "%s: %s", cards[k].given,
                             get(p, cards[k].key));
        json_decref(list);
        json_decref(given);
    }
}

/* The toy: 2 TB/s, 100 TFLOP/s, so a ridge at 50 FLOP/B. */
Test(questions, sketch)
{
    json_t *list = curriculum_questions(cur, "cards/toy", 1);
    double at = json_number_value(json_object_get(json_object_get(find(list, "draw"), "params"), "ai"));
    double reached = at > 50 ? 100 : 2 * at;
    const struct {
        double bw, peak, ridge, reached;
        const char *status, *hint;
    } drawn_ones[] = {
        {2, 100, 50, reached, "PASS", ""},
        {2.1, 95, 47, reached * 1.05, "PASS", ""},
        {2, 100, 25, reached, "FAIL", "Your roof over your slope is 50 FLOP/B, not 25."},
        {4, 100, 25, reached, "FAIL", "The slope and the ridge are off."},
        {2, 100, 50, reached * 2, "FAIL", "What is reached is off."},
    };
    for (size_t k = 0; k < LEN(drawn_ones); k++) {
        json_t *given = json_sprintf("%g TB/s; %g TFLOP/s; %g FLOP/B; %g TFLOP/s", drawn_ones[k].bw, drawn_ones[k].peak,
                                     drawn_ones[k].ridge, drawn_ones[k].reached);
        json_t *v = curriculum_answer(cur, "cards/toy", "draw", 1, given, false);
        const json_t *drawn = json_object_get(v, "sketch");
        cr_expect_str_eq(get(v, "status"), drawn_ones[k].status, "row %zu: %s", k, get(v, "message"));
        cr_expect_str_eq(get(v, "hint"), drawn_ones[k].hint, "row %zu: %s", k, get(v, "hint"));
        cr_expect_float_eq(json_number_value(json_object_get(json_object_get(drawn, "said"), "bw")),
                           drawn_ones[k].bw * 1e12, 1);
        cr_expect_eq(json_object_get(drawn, "want") != NULL, !strcmp(drawn_ones[k].status, "PASS"), "row %zu", k);
        json_decref(v);
        json_decref(given);
    }
    static const char *const unread[] = { "",
                                          "2 TB/s; 100 TFLOP/s; 50 FLOP/B",
                                          "2; 100; 50; 1",
                                          "2 TB/s; 1 TFLOP/s; 50 B; 1 FLOP/s",
                                          "0 TB/s; 1 TFLOP/s; 50 FLOP/B; 1 FLOP/s",
                                          "a; b; c; d" };
    for (size_t k = 0; k < LEN(unread); k++) {
        json_t *given = json_string(unread[k]), *v = curriculum_answer(cur, "cards/toy", "draw", 1, given, true);
        cr_expect_str_eq(get(v, "status"), "INVALID", "'%s'", unread[k]);
        cr_expect_null(json_object_get(v, "sketch"));
        json_decref(v);
        json_decref(given);
    }
    json_t *given = json_string("1 B/s; 1 FLOP/s; 1 FLOP/B; 1 FLOP/s");
    json_t *v = curriculum_answer(cur, "cards/toy", "draw", 1, given, true);
    cr_expect(json_object_get(json_object_get(v, "sketch"), "want"), "the review tells");
    json_decref(v);
    json_decref(given);
    json_decref(list);
}

/* A kind that the book forgets would stand there without an answer. */
Test(questions, a_book_has_the_answer_of_every_kind)
{
    static const char *const owners[] = {"t01-toy", "w01"};
    size_t k, n = 0;
    const json_t *q;
    for (size_t o = 0; o < LEN(owners); o++) {
        json_t *list = curriculum_solved(cur, owners[o], 5);
        cr_assert_not_null(list, "%s: %s", owners[o], curriculum_error(cur));
        json_array_foreach(list, k, q) {
            n++;
            cr_expect(*get(q, "ask") && *get(q, "expected"), "%s %s has no answer", owners[o], get(q, "id"));
            if (!strcmp(get(q, "kind"), "text"))
                cr_expect_gt(json_array_size(json_object_get(q, "rubric")), 0);
        }
        json_decref(list);
    }
    cr_expect_gt(n, 7);
    cr_expect_null(curriculum_solved(cur, "t99-none", 5));
}
