/*
 * The path of a first evening and the next, in one home and by keys alone: from the empty workbook
 * to the first lab passed whole, a CUDA lab passed without a GPU, and what home says a day later.
 */
#define _GNU_SOURCE
#include "tui/app/app.h"
#include "person.h"
#include "tui/screen/screen.h"
#include "runner/base/js.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_S = 300, BENCHES = 5 };
#define EVENING "RIDGE_NOW=1780596000" /* 4 June 2026, 18:00 UTC */
#define NEXT_EVENING "RIDGE_NOW=1780682400"

TestSuite(path, .init = setup, .fini = teardown, .timeout = PATH_S);

static FILE *next_file(void)
{
    char path[160];
    snprintf(path, sizeof path, "%s/next", home);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL, "%s", path);
    return f;
}

/* What the editor puts in place of the file that is opened next: the lab's reference. */
static void prepare_reference(const char *file)
{
    static char text[32768];
    char path[512];
    snprintf(path, sizeof path, "%s/kernels/%s", getenv("RIDGE_SRC"), file);
    FILE *from = fopen(path, "r");
    cr_assert(from != NULL, "%s", path);
    size_t n = fread(text, 1, sizeof text, from);
    fclose(from);
    cr_assert(n > 0 && n < sizeof text, "%s fits", path);
    FILE *to = next_file();
    cr_assert_eq(fwrite(text, 1, n, to), n);
    fclose(to);
}

/* ---- questions ----------------------------------------------------------------------------------------- */

/* An answer that can be read, right or not: the right one comes back with it. */
static const char *any_answer(const json_t *question)
{
    static char text[256];
    const char *unit = js_text(question, "unit");
    size_t items = json_array_size(json_object_get(question, "items")), len = 0,
           cells = json_array_size(json_object_get(question, "rows")) *
                   json_array_size(json_object_get(question, "columns"));
    snprintf(text, sizeof text, "1 %s", strcmp(unit, "1") ? unit : "");
    for (size_t k = 0; k < items; k++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%zu", k ? "," : "", k + 1);
    for (size_t k = 0; k < cells; k++) /* of one column */
        len += (size_t)snprintf(text + len, sizeof text - len, "%s0", k ? "; " : "");
    return text;
}

static size_t place_of(const char *text, const json_t *list)
{
    size_t k;
    const json_t *x;
    json_array_foreach(list, k, x)
        if (!strcmp(json_string_value(x), text))
            return k;
    cr_assert_fail("on the page: %s", text);
    return 0;
}

static void times(size_t n, const char *key)
{
    while (n--)
        vt_keys(t, key);
}

static void choose(const char *right, const json_t *question)
{
    times(place_of(right, json_object_get(question, "options")), "j");
    vt_keys(t, ENTER);
}

/* "c > a > b": each item is brought up to its place, from the first place on. */
static void put_in_order(const char *right, const json_t *question)
{
    json_t *now = json_deep_copy(json_object_get(question, "items"));
    char words[2048], *rest = words;
    snprintf(words, sizeof words, "%s", right);
    for (size_t k = 0; rest; k++) {
        char *item = rest;
        rest = strstr(rest, " > ");
        if (rest) {
            *rest = 0;
            rest += 3;
        }
        size_t at = place_of(item, now);
        vt_keys(t, "g");
        times(at, "j");
        times(at - k, "K");
        json_t *moved = json_incref(json_array_get(now, at));
        json_array_remove(now, at);
        json_array_insert_new(now, k, moved);
    }
    vt_keys(t, ENTER);
    json_decref(now);
}

/* The rubric is ticked item by item: that is the learner's own judgement. */
static void write_and_tick(const json_t *rubric)
{
    FILE *f = next_file();
    for (int k = 0; k < 50; k++)
        fprintf(f, "word%d ", k);
    fclose(f);
    vt_keys(t, ENTER);
    SEES("Space ticks what your text has");
    vt_keys(t, "g");
    for (size_t k = 0; k < json_array_size(rubric); k++)
        vt_keys(t, "j ");
    vt_keys(t, ENTER);
}

/* "x: 73; y: 11" is typed without the rows' names. */
static void fill_table(const char *right)
{
    char cells[256];
    size_t n = 0;
    for (const char *at = right; at && n < sizeof cells; at = strchr(at, ';')) {
        const char *number = strstr(at, ": ");
        cr_assert(number != NULL, "a row with its name: %s", right);
        at = number + 2;
        n += (size_t)snprintf(cells + n, sizeof cells - n, "%s%.*s", n ? "; " : "",
                              (int)strcspn(at, ";"), at);
    }
    vt_keys(t, ENTER);
    SEES("rows split by");
    vt_keys(t, cells);
    vt_keys(t, ENTER);
}

static void give(const json_t *question, const json_t *verdict)
{
    const char *kind = js_text(question, "kind"), *right = js_text(verdict, "expected");
    if (!strcmp(kind, "choice")) {
        choose(right, question);
    } else if (!strcmp(kind, "order")) {
        put_in_order(right, question);
    } else if (!strcmp(kind, "text")) {
        write_and_tick(json_object_get(verdict, "rubric"));
    } else if (!strcmp(kind, "table")) {
        fill_table(right);
    } else {
        vt_keys(t, ENTER);
        SEES(" answer"); /* the prompt, at the left of the last line */
        vt_keys(t, right);
        vt_keys(t, ENTER);
    }
}

static json_t *verdict_on(struct app *a, const char *lab, const json_t *question)
{
    static const char words[] =
        "a b c d e f g h i j k l m n o p q r s t u v w x y z aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq rr";
    json_t *given =
        json_string(!strcmp(js_text(question, "kind"), "text") ? words : any_answer(question));
    json_t *verdict = curriculum_answer(a->cur, lab, js_text(question, "id"),
                                        (uint64_t)a->learner_seed, given, true);
    json_decref(given);
    cr_assert(verdict && *js_text(verdict, "expected"), "%s has an answer: %s",
              js_text(question, "id"), curriculum_error(a->cur));
    return verdict;
}

/* This learner's questions, with this learner's numbers, each right at the first attempt; a text
 * counts apart. */
static void answers_all(const char *lab, size_t many, size_t texts)
{
    struct app a;
    char folder[96], count[64];
    snprintf(folder, sizeof folder, "%s/ridge", home);
    struct app_options o = {.home = folder, .root = getenv("RIDGE_SRC")};
    cr_assert_eq(app_open(&a, &o, getenv("RIDGE_BIN")), APP_OK, "%s", a.error);
    cr_assert_eq(app_need_db(&a), APP_OK, "%s", a.error);
    json_t *list = curriculum_questions(a.cur, lab, (uint64_t)a.learner_seed);
    cr_assert_eq(json_array_size(list), many, "%zu questions", json_array_size(list));
    size_t k, right = 0, written = 0;
    const json_t *question;
    json_array_foreach(list, k, question) {
        snprintf(count, sizeof count, "%zu of %zu", k + 1, many);
        SEES(count);
        json_t *verdict = verdict_on(&a, lab, question);
        give(question, verdict);
        json_decref(verdict);
        int text = !strcmp(js_text(question, "kind"), "text");
        written += text;
        right += !text;
        snprintf(count, sizeof count, text ? "%zu of %zu written" : "%zu of %zu right",
                 text ? written : right, text ? texts : many - texts);
        SEES(count);
        if (k + 1 < many)
            vt_keys(t, "]");
    }
    json_decref(list);
    app_close(&a);
}

/* What a clock decides, on a machine that may be busy: timed again until gold can be told. */
static int timed_to_gold(int run)
{
    char title[32];
    for (int k = 0; k < BENCHES; k++) {
        snprintf(title, sizeof title, "Run %d \u00b7 ", run + k);
        SEES(title);
        settled();
        if (vt_shows(t, "80 of 100"))
            return 1;
        vt_keys(t, "b");
    }
    fprintf(stderr,
            "# In %d benches gold could not be told: the first lab's total is not looked at.\n",
            BENCHES);
    return 0;
}

static void predicts(void)
{
    vt_keys(t, "c");
    SEES("bytes in MB:");
    vt_keys(t, "67 MB" ENTER);
    SEES("flops in MFLOP:");
    vt_keys(t, "16.8 MFLOP" ENTER);
    SEES("The card is complete");
}

/* Returns 1 when all of its points are won. */
static int passes_the_first_lab(void)
{
    SEES("Begin     w00-column-sums");
    vt_keys(t, ENTER);
    SEES("Milestones \u00b7 0 of 100");
    predicts();
    prepare_reference("w00-column-sums/ref.c");
    vt_keys(t, "e");
    SEES("Run 1 \u00b7 PASS");
    SEES("Milestones \u00b7 50 of 100");
    SEES("where do its bytes go?");
    SEES("press p."); /* whole, at the end of the first line */
    vt_keys(t, ENTER);
    SEES("Milestones \u00b7 70 of 100");
    SEES("how fast is it?");
    vt_keys(t, ENTER);
    int gold = timed_to_gold(3);
    vt_keys(t, "a");
    answers_all("w00-column-sums", 4, 0);
    vt_keys(t, "q");
    SEES("4 of 4");
    SEES("answered since");
    SEES("20 of 20");
    if (!gold)
        return 0;
    SEES("Milestones \u00b7 100 of 100");
    SEES("Next  w01-roofline  Roofline meter.");
    vt_keys(t, ENTER);
    SEES("w00-column-sums \u203a w01-roofline");
    SEES("Milestones \u00b7 0 of 100");
    return 1;
}

/* Counters decide there, and no clock. */
static void passes_a_cuda_lab(void)
{
    vt_keys(t, "~:lab g01" ENTER);
    SEES("ridge \u203a g01-cuda-first");
    SEES("not laid out yet");
    prepare_reference("g01-cuda-first/ref.cu");
    vt_keys(t, "e");
    SEES("Milestones \u00b7 60 of 100");
    SEES("where do its bytes go?");
    vt_keys(t, "p");
    SEES("Milestones \u00b7 70 of 100");
    SEES("how fast is it?");
    vt_keys(t, "b");
    SEES("Milestones \u00b7 80 of 100");
    SEES("gold: 1.000 x the reference");
    SEES("15 questions are open");
    vt_keys(t, "a");
    answers_all("g01-cuda-first", 16, 1);
    vt_keys(t, "q");
    SEES("Milestones \u00b7 100 of 100");
    SEES("15 of 15");
    SEES("PASS \u00b7 simt");
    SEES("perf:relu                        on a GPU"); /* beside the points */
    SEES("This milestone needs the cuda backend.");
}

/* Whether the first lab was won whole is for the clock to say. */
static void home_says(const char *first, const char *second, int whole)
{
    SEES(first);
    SEES("g01-cuda-first      \u2713 100 of 100");
    SEES(second);
    if (whole) {
        SEES("\u203a NEXT      w01-roofline");
        SEES("w00-column-sums     \u2713 100 of 100");
    }
}

/* A hint is about what failed, and what was refused is mended before the same key is pressed again. */
Test(path, what_was_refused_is_mended_first)
{
    const char *env[] = {editor("cp \"$(dirname \"$0\")/next\" \"$last\""), EVENING, "TZ=UTC", NULL};
    t = vt_open_command(home, 40, 120, env, NULL);
    SEES("Begin     w00-column-sums");
    vt_keys(t, ENTER);
    predicts();
    FILE *to = next_file();
    fputs("#include \"lab.h\"\n\nvoid column_sums(int64_t R, int64_t C, const float *x, float *y)\n{\n    y[0] = x[0]\n}\n",
          to);
    fclose(to);
    vt_keys(t, "e");
    SEES("Run 1 \u00b7 ERROR");
    SEES("expected");
    cr_assert(!vt_shows(t, "Name and arguments"), "that hint is about a function that is missing");
    prepare_reference("w00-column-sums/naive.c");
    vt_keys(t, "e");
    SEES("Run 2 \u00b7 PASS");
    SEES("where do its bytes go?");
    to = next_file(); /* what was won stays won, and what is broken now is mended first */
    fputs("#include \"lab.h\"\n\nvoid column_sums(int64_t R, int64_t C, const float *x, float *y)\n{\n}\n", to);
    fclose(to);
    vt_keys(t, "e");
    SEES("Run 3 \u00b7 FAIL");
    SEES("Milestones \u00b7 50 of 100");
    SEES("Next  e  mend the code");
    prepare_reference("w00-column-sums/naive.c");
    vt_keys(t, "e");
    SEES("Run 4 \u00b7 PASS");
    SEES("where do its bytes go?");
    vt_keys(t, "p");
    SEES("l1_miss of column_sums");
    SEES("mend the code, then profile it again");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(path, from_an_empty_home_to_the_next_evening)
{
    const char *env[] = {editor("cp \"$(dirname \"$0\")/next\" \"$last\""), EVENING, "TZ=UTC",
                         "RIDGE_WATCH_QUIET_S=3600", NULL};
    if (!access("/dev/nvidia0", F_OK) || !access("/dev/dxg", F_OK))
        cr_skip_test("a GPU is here: the CUDA lab would run on it, and gold is speed there");
    t = vt_open_command(home, 40, 120, env, NULL);
    int whole = passes_the_first_lab();
    passes_a_cuda_lab();
    vt_keys(t, "~");
    home_says("Thu 4 Jun 18:00", "nothing due; the next tomorrow", whole);
    vt_keys(t, ":week 1: The roofline model" ENTER);
    SEES("week 1");
    vt_keys(t, "/w00-column-sums" ENTER);
    SEES("\u203a   \u2713   w00-column-sums       First lab: sums of columns");
    vt_keys(t, "~G");
    SEES("Thu 4 Jun 18:00");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    env[1] = NEXT_EVENING; /* home was left at its end: a new day begins at NEXT */
    t = vt_open_command(home, 40, 120, env, NULL);
    home_says("Fri 5 Jun 18:00", "19 cards due", whole);
    SEES("yesterday");
    vt_keys(t, "v");
    SEES("1 of 19");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* With nothing said on the cost card the mark is on a milestone, where Enter would run once more what was just run: after
 * an edit it goes to the next step. */
Test(path, enter_after_an_edit_is_the_next_step)
{
    const char *env[] = {editor("cp \"$(dirname \"$0\")/next\" \"$last\""), EVENING, "TZ=UTC",
                         "RIDGE_WATCH_QUIET_S=3600", NULL};
    t = vt_open_command(home, 24, 80, env, NULL);
    SEES("Begin     w00-column-sums");
    vt_keys(t, ENTER);
    SEES("Milestones \u00b7 0 of 100");
    prepare_reference("w00-column-sums/ref.c");
    vt_keys(t, "e");
    SEES("Milestones \u00b7 50 of 100");
    SEES("where do its bytes go?");
    vt_keys(t, ENTER);
    SEES("Milestones \u00b7 70 of 100");
    vt_keys(t, "Q");
    leaves_with(0);
}
