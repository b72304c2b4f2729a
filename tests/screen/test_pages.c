/* The map, the class and the history, as a person uses them. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/db.h"
#include "curriculum/load/curriculum.h"
#include "tui/app/evidence.h"
#include "db/gradebook.h"
#include "person.h"
#include "runner/base/util.h"

TestSuite(pages, .init = setup, .fini = teardown, .timeout = 120);

/* One run that won all of the lab's milestones with gold, `behind` revisions ago, and all its questions right. */
static void pass_lab(struct db *db, const json_t *lab, int behind)
{
    struct db_attempt a = {.lab = util_str(lab, "id", ""), .backend = "cpu", .status = "PASS", .stage = "gold",
                           .lab_rev = (int)json_integer_value(json_object_get(lab, "rev")) - behind,
                           .points = 100, .max = 100};
    struct db_file f = {"a.c", "int a;\n", 7};
    json_t *list = json_array(), *m, *q, *r;
    size_t k;
    int64_t id;
    json_array_foreach(json_object_get(lab, "milestones"), k, m) {
        json_t *won = json_deep_copy(m);
        json_object_set_new(won, "status", json_string("PASS"));
        json_object_set(won, "points", json_object_get(m, "max"));
        if (!strcmp(util_str(m, "kind", ""), "perf"))
            json_object_set_new(won, "stage", json_string("gold"));
        json_array_append_new(list, won);
    }
    r = json_pack("{s:o}", "milestones", list);
    cr_assert_eq(db_attempt_insert(db, &a, &f, 1, r, &id), DB_OK, "%s", db_error(db));
    json_array_foreach(json_object_get(lab, "questions"), k, q)
        cr_assert_eq(db_answer_put(db, a.lab, a.lab_rev, util_str(q, "id", ""), NULL, "x", "PASS", &id), DB_OK, "%s",
                     db_error(db));
    json_decref(r);
}

/* w01 passed with gold at its revision, and c12 long ago at an earlier one. */
static void a_begun_year(void)
{
    struct db *db = a_workbook();
    struct curriculum *cur = curriculum_open(getenv("RIDGE_SRC"), NULL);
    size_t k;
    const json_t *lab;
    int passed = 0;
    cr_assert(cur && curriculum_load(cur));
    json_array_foreach(curriculum_labs(cur), k, lab) {
        int early = !strcmp(util_str(lab, "id", ""), "c12-five-axis");
        if (!early && strcmp(util_str(lab, "id", ""), "w01-roofline"))
            continue;
        pass_lab(db, lab, early);
        passed++;
    }
    cr_assert_eq(passed, 2);
    curriculum_close(cur);
    db_close(db);
}

Test(pages, the_map_moves_in_two_dimensions)
{
    a_begun_year();
    open_at(24, 80, NULL);
    vt_keys(t, "m");
    SEES("track: 52 weeks");
    SEES(" 1~"); /* c12 has changed since it was passed */
    for (int k = 0; k < 60; k++)
        vt_keys(t, "h");
    SEES("[ 1~]");
    SEES("Week 1  The roofline model");
    SEES("RESTS ON  nothing");
    SEES("weeks 9, 10");
    vt_keys(t, "ll");
    SEES("Week 3  Transformer systems arithmetic");
    SEES("weeks 1, 2        Roofline");
    vt_keys(t, "j");
    SEES("[15");
    vt_keys(t, "kk\033OD");
    SEES("[ 2");
    vt_keys(t, ENTER);
    SEES("week 2");
    vt_keys(t, "q");
    SEES("[ 2");
    vt_keys(t, "t");
    SEES("From silicon to softmax");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* All labs of the track gpu up to its first product, which stands in week 9. */
static void pass_up_to_products(struct db *db)
{
    static const char *const ids[] = {"w01-roofline", "c05-warp-machine", "g01-cuda-first", "w02-transpose",
                                      "g02-memspaces", "g04-occupancy", "w13-warp-layernorm", "g03-divergence",
                                      "g05-ilp", "g06-reductions"};
    struct curriculum *cur = curriculum_open(getenv("RIDGE_SRC"), NULL);
    size_t k;
    const json_t *lab;
    cr_assert(cur && curriculum_load(cur));
    json_array_foreach(curriculum_labs(cur), k, lab)
        for (size_t q = 0; q < sizeof ids / sizeof *ids; q++)
            if (!strcmp(util_str(lab, "id", ""), ids[q]))
                pass_lab(db, lab, 0);
    curriculum_close(cur);
}

Test(pages, a_tour_that_fits_the_week_is_on_the_map_and_at_home)
{
    struct db *db = a_workbook();
    pass_up_to_products(db);
    json_t *track = json_string("gpu");
    cr_assert_eq(db_state_put(db, "track", track), DB_OK);
    json_decref(track);
    cr_assert_eq(db_answer_put(db, "tours/triton", 0, "wrapped-rows", NULL, "x", "PASS", NULL), DB_OK);
    db_close(db);
    open_at(40, 80, NULL);
    SEES("TOUR      CUTLASS: layouts, pipelines and who takes turns");
    SEES("0/5 questions");
    vt_keys(t, "m");
    SEES("PAGE      GPU hardware and kernels");
    SEES("[");
    for (int k = 0; k < 60; k++)
        vt_keys(t, "h");
    SEES("TOURS     none of this week; all of them");
    vt_keys(t, "llllllll");
    SEES("Week 9 ");
    SEES("1/5 questions · 0/5 files");
    SEES("`ridge fetch tour:NAME` gets");
    vt_keys(t, "/Triton: from" ENTER ENTER);
    SEES("What it is for");
    vt_keys(t, "e");
    SEES("file, 1 to 5");
    vt_keys(t, "9" ENTER);
    SEES("This tour has no file \"9\".");
    vt_keys(t, "e2" ENTER);
    SEES("03-matrix-multiplication.py is not here yet");
    vt_keys(t, "a");
    SEES("1 of 5");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_gated_track_shows_its_steps_and_locks)
{
    open_at(24, 80, NULL);
    vt_keys(t, "t");
    SEES("From silicon to softmax");
    vt_keys(t, "j" ENTER);
    SEES("STEP      P1  The processor under the");
    SEES("next c04-ownership");
    vt_keys(t, "m");
    SEES("STEPS     0 of 4 passed");
    SEES("locked: after P3");
    vt_keys(t, "gj" ENTER);
    SEES("w10-fusion-compiler");
    vt_keys(t, "j" ENTER);
    SEES("w01-roofline");
    SEES("Milestones");
    vt_keys(t, "e");
    SEES("Locked until P1 is done. Open this lab by hand? The log keeps it.");
    vt_keys(t, "n");
    vt_keys(t, "r");
    SEES("Locked until P1 is done");
    vt_keys(t, "y");
    SEES("w01-roofline is open, by your hand.");
    vt_keys(t, "q");
    SEES("opened by hand");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, home_finds_words_and_opens_the_section_that_has_them)
{
    open_at(24, 100, NULL);
    vt_keys(t, "/");
    SEES("search all pages:");
    vt_keys(t, "bank conflict" ENTER);
    SEES("places");
    SEES("Coalescing, shared tiles, bank conflicts › Code");
    vt_keys(t, "/bank conflicts › Code" ENTER ENTER);
    SEES("search › lesson");
    SEES("Code");
    cr_assert(!vt_shows(t, "A transpose computes nothing"));
    vt_keys(t, "qq/zeppelin" ENTER);
    SEES("No section has all of these words");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, an_answer_of_an_exercise_folds_until_it_is_asked_for)
{
    open_at(40, 100, NULL);
    open_lab();
    vt_keys(t, "l");
    SEES("lesson");
    vt_keys(t, "/Exercises" ENTER);
    SEES("Answer: Enter shows it");
    SEES("› Exercises");
    vt_keys(t, "j");
    SEES("› ▸ Answer");
    vt_keys(t, ENTER);
    SEES("│ Answer: ");
    vt_keys(t, ENTER);
    SEES("› ▸ Answer");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, the_name_of_a_track_is_whole_at_fifty_columns)
{
    open_at(15, 50, NULL);
    vt_keys(t, "t");
    SEES("▪ 52 weeks of ML systems");
    SEES("52 steps · 0 of");
    SEES("From silicon to softmax");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, hints_begin_with_what_failed)
{
    struct db *db = a_workbook();
    struct db_attempt a = {.lab = "w02-transpose", .lab_rev = 1, .backend = "simt", .verb = "profile",
                           .status = "FAIL", .points = 40, .max = 100};
    struct db_file f = {"transpose.cu", "", 0};
    int64_t id;
    json_t *report = json_pack("{s:[{s:s s:s s:s s:s s:s s:f s:f}]}", "milestones", "id", "profile", "kind", "profile",
                               "status", "FAIL", "message", "sh_conf of transpose_tiled (case 1024) is 9", "hint",
                               "What if a row had 33 columns?", "points", 0.0, "max", 15.0);
    cr_assert_eq(db_attempt_insert(db, &a, &f, 1, report, &id), DB_OK, "%s", db_error(db));
    json_decref(report);
    db_close(db);
    open_at(50, 100, NULL);
    vt_keys(t, ":lab w02-tr" ENTER "h");
    SEES("transpose_tiled");
    SEES("sh_conf of transpose_tiled (case 1024) is 9");
    SEES("What if a row had 33 columns?");
    SEES("look at one warp");
    cr_assert(!vt_shows(t, "vadd: where does thread 0"));
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_disputed_figure_has_all_its_sources)
{
    open_at(40, 100, NULL);
    vt_keys(t, ":lesson w01-roofline" ENTER);
    SEES("lesson");
    vt_keys(t, "s");
    SEES("disputed: its sources differ.");
    vt_keys(t, "/3 to 3.35 TB" ENTER);
    SEES("3 to 3.35 TB/s   disputed");
    SEES("NVIDIA H100 datasheet, SXM (2026-11): 3.35 TB/s, which lessons compute with");
    SEES("Deep Dives: Self-Contained Reference Chapters,");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_deep_dive_is_read_ticked_and_asked)
{
    open_at(60, 120, NULL);
    vt_keys(t, ":page D11" ENTER);
    SEES("D11: Floating Point and Training Stability");
    SEES("701 TFLOP/s†");
    vt_keys(t, "]x");
    SEES("Why is ticked off.");
    vt_keys(t, "o");
    SEES("✓ Why");
    SEES("from c06-floatbits");
    vt_keys(t, "G");
    SEES("d11-two-level  open");
    vt_keys(t, "kk" ENTER);
    SEES("0 of 5 right · 0 of 1 written");
    vt_keys(t, "q");
    SEES("d11-two-level  open");
    vt_keys(t, "gjx");
    SEES("Why is open again.");
    vt_keys(t, "s");
    SEES("cuBLAS BF16 GEMM");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, passages_that_were_read_fold)
{
    open_at(60, 120, NULL);
    vt_keys(t, ":page D11" ENTER);
    SEES("D11: Floating Point and Training Stability");
    vt_keys(t, "]]]x");
    SEES("Mechanism is ticked off.");
    vt_keys(t, "q:page D11" ENTER "]]]");
    SEES("Mechanism: read; Enter shows it");
    vt_keys(t, "jj" ENTER);
    SEES("Kahan. Keep c, what the sum has too much.");
    vt_keys(t, ENTER);
    SEES("Mechanism: read; Enter shows it");
    vt_keys(t, "/Kahan. Keep" ENTER); /* what is folded is found, too */
    SEES("Kahan. Keep c, what the sum has too much.");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, home_offers_a_deep_dive_when_its_labs_are_passed)
{
    static const char *const of_d10[] = { "w05b-specdec", "w33-tree-spec", "w35-slo-serving" };
    struct db *db = a_workbook();
    struct curriculum *cur = curriculum_open(getenv("RIDGE_SRC"), NULL);
    size_t k;
    const json_t *lab;
    json_t *track = json_string("systems24");
    cr_assert(cur && curriculum_load(cur));
    cr_assert_eq(db_state_put(db, "track", track), DB_OK, "%s", db_error(db));
    json_array_foreach(curriculum_labs(cur), k, lab)
        for (int n = 0; n < 3; n++)
            if (!strcmp(util_str(lab, "id", ""), of_d10[n]))
                pass_lab(db, lab, 0);
    json_decref(track);
    curriculum_close(cur);
    db_close(db);
    open_at(24, 100, NULL);
    SEES("DEEP DIVE D10: ");
    vt_keys(t, "j" ENTER);
    SEES("Speculative decoding");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_link_on_a_page_is_followed_to_its_section)
{
    open_at(24, 200, NULL);
    vt_keys(t, ":page D12" ENTER);
    SEES("D12: Kernel Fusion");
    vt_keys(t, "/RMSNorm both ways" ENTER);
    SEES("In the labs these three are real");
    vt_keys(t, ENTER);
    SEES("The seam"); /* of w15b */
    SEES("Mechanism");
    cr_assert(!vt_shows(t, "In the labs these three are real"));
    vt_keys(t, "q");
    SEES("In the labs these three are real");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, an_answer_says_which_revision_of_its_lab_it_was_given_to)
{
    a_pack("s/rev = 1/rev = 3/");
    struct db *db = a_workbook();
    cr_assert_eq(db_answer_put(db, "scan-rows", 2, "traffic", NULL, "1 MB", "FAIL", NULL), DB_OK);
    cr_assert_eq(db_answer_put(db, "scan-rows", 3, "chain", NULL, "1", "FAIL", NULL), DB_OK);
    db_close(db);
    open_at(40, 100, NULL);
    vt_keys(t, ":lab scan-rows" ENTER "a");
    SEES("Your answer was given to revision 2 of the lab.");
    vt_keys(t, "]");
    SEES("Your last answer was 1");
    cr_assert(!vt_shows(t, "given to revision"));
    vt_keys(t, "~L");
    SEES("traffic: 1 MB (rev 2)");
    SEES("chain: 1");
    cr_assert(!vt_shows(t, "(rev 3)"));
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_text_is_ticked_by_who_wrote_it)
{
    struct db *db = a_workbook();
    char text[600] = "";
    for (int k = 0; k < 70; k++)
        sprintf(text + strlen(text), "word%d ", k);
    cr_assert_eq(db_answer_put(db, "w02", 0, "why", NULL, text, "PENDING", NULL), DB_OK);
    db_close(db);
    open_at(40, 100, NULL);
    vt_keys(t, ":week 2: The CUDA model" ENTER "a");
    SEES("questions");
    for (int k = 0; k < 40 && !vt_shows(t, "Space ticks what your text has"); k++) {
        vt_keys(t, "]");
        settled();
    }
    SEES("Your text is kept. Now tick what it has of the rubric.");
    SEES("0 of 1 written");
    vt_resize(t, 40, 80);
    SEES("only bytes can be the limit, and"); /* an item is wrapped, not cut */
    vt_keys(t, "j ");
    SEES("[x] ");
    vt_keys(t, "j j j " ENTER);
    SEES("1 of 1 written");
    SEES("Self-assessed 4 of 5");
    cr_assert(!vt_shows(t, "PASS"));
    vt_resize(t, 60, 80);
    vt_keys(t, "q");
    SEES("1 of 1 written");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, the_map_in_ascii_and_narrow)
{
    const char *env[] = {"LC_ALL=C", "NO_COLOR=1", NULL};
    a_begun_year();
    open_at(24, 80, env);
    vt_keys(t, "m");
    SEES("* gold");
    cr_assert(vt_is_ascii(t));
    vt_resize(t, 24, 44);
    SEES("[");
    SEES("~ stale");
    vt_resize(t, 9, 20);
    SEES("Ridge needs");
    vt_resize(t, 24, 80);
    SEES("VI  ");
    vt_keys(t, "Q");
    leaves_with(0);
}

static int64_t a_student(struct db *db, const char *key, const char *name)
{
    struct db_student s = {.key = key, .name = name, .section = "A"};
    int64_t id = 0;
    cr_assert_eq(db_student_put(db, &s, &id), DB_OK, "%s", db_error(db));
    return id;
}

static void a_grading(struct db *db, int64_t student, const char *lab, const char *status, double points,
                      const char *rows)
{
    struct db_file f = {"a.c", lab, strlen(lab)};
    struct db_submission b = {.student = student, .lab = lab, .origin = "mail.tar", .file = &f, .nfiles = 1};
    json_t *job = NULL, *report = json_pack("{s:s s:s s:[{s:s s:s s:s}] s:[{s:s s:s s:s s:b s:s}]}", "status", status,
        "backend", "cpu", "milestones", "id", "correct", "kind", "correct", "status", status, "cases", "call", "f",
        "case", "secret", "status", status, "hidden", 1, "message", "off by one");
    if (rows) /* of a timeline */
        json_object_set_new(report, "timelines", json_pack("[{s:s s:s s:o}]", "case", "big", "call", "step", "rows",
                                                           json_loads(rows, 0, NULL)));
    int64_t id;
    cr_assert_eq(db_submission_add(db, &b, &id, NULL), DB_OK, "%s", db_error(db));
    cr_assert_eq(db_grading_queue(db, id, 1, 0, NULL, NULL), DB_OK);
    cr_assert_eq(db_grading_lease(db, lab, "host", 60000, &job), DB_OK);
    struct db_grading g = {.status = status, .sandbox = "L1", .points = points, .max = 10, .report = report};
    cr_assert_eq(db_grading_done(db, json_integer_value(json_object_get(job, "id")), "host", &g), DB_OK);
    json_decref(job);
    json_decref(report);
}

/* Ada passed both labs, Bob failed one and handed nothing in for the other. */
static void a_class(void)
{
    struct db *db = a_workbook();
    int64_t ada = a_student(db, "a1", "Ada"), bob = a_student(db, "b2", "Bob");
    a_grading(db, ada, "w01-roofline", "PASS", 10, NULL);
    a_grading(db, ada, "w03-txmath", "PASS", 8, NULL);
    a_grading(db, bob, "w03-txmath", "FAIL", 2, NULL);
    db_close(db);
}

Test(pages, a_class_is_seen_filtered_and_opened)
{
    a_class();
    open_at(24, 80, NULL);
    SEES("C class");
    vt_keys(t, "C");
    SEES("2 students \u00b7 2 labs");
    SEES("18.0   2 \u2713"); /* Ada: 10 + 8 */
    SEES("passed 1  \u00b7 missing 1");
    vt_keys(t, "l");
    SEES("lab 2 of 2");
    SEES("\u2717 failed 1");
    vt_keys(t, "ff");
    SEES("only FAIL");
    SEES("1 of 2 students");
    vt_keys(t, ENTER);
    SEES("class \u203a b2");
    SEES("2 of 10 points");
    SEES("hidden");
    SEES("secret");
    SEES("grading.done");
    vt_keys(t, "qf");
    SEES("every status");
    vt_keys(t, "Fada" ENTER);
    SEES("1 of 2 students");
    vt_resize(t, 24, 42);
    SEES("Ada");
    vt_resize(t, 24, 80);
    vt_keys(t, "F" "\025" ENTER "s");
    SEES("by name");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_submission_shows_when_its_ranks_waited)
{
    struct db *db = a_workbook();
    int64_t ada = a_student(db, "a1", "Ada"), bob = a_student(db, "b2", "Bob");
    a_grading(db, ada, "w07-ddp-overlap", "PASS", 9,
              "[[0,0,0,40,\"compute\",\"forward\",0,-1],[0,0,40,70,\"wait\",\"comm_wait\",0,-1],"
              "[1,0,0,100,\"compute\",\"forward\",0,-1]]");
    a_grading(db, bob, "w07-ddp-overlap", "FAIL", 2, NULL);
    db_close(db);
    open_at(24, 80, NULL);
    vt_keys(t, "C");
    SEES("2 students");
    vt_keys(t, ENTER);
    SEES("T timeline");
    vt_keys(t, "T");
    SEES("Grading 1: step, case big: 2 ranks, 100 ns; exposed at most 30 ns");
    vt_keys(t, "Q"); /* and it opens there again */
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 24, 80, NULL);
    SEES("Grading 1: step");
    vt_keys(t, "qqj" ENTER);
    SEES("class \u203a b2");
    vt_keys(t, "T");
    SEES("Grading 2 has no timeline");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Three attempts of w01: the second slower than the last, each with another line. */
static void a_history(void)
{
    static const char *const text[] = {"int a;\nint same;\n", "int b;\nint same;\n", "int c;\nint same;\n"};
    struct db *db = a_workbook();
    for (int k = 0; k < 3; k++) {
        struct db_attempt a = {.lab = "w01-roofline", .lab_rev = 1, .backend = "cpu", .status = "FAIL", .max = 100};
        struct db_file f = {"roofline.c", text[k], strlen(text[k])};
        json_t *r = json_pack("{s:[] s:[{s:s s:s s:s s:i s:f}]}", "milestones", "measurements", "bench", "fma", "case",
                              "bench", "clock", "cpu", "pairs", 31, "ratio", k == 2 ? .8 : .2);
        int64_t id;
        cr_assert_eq(db_attempt_insert(db, &a, &f, 1, r, &id), DB_OK, "%s", db_error(db));
        json_decref(r);
    }
    db_close(db);
}

Test(pages, a_history_compares_and_restores)
{
    char path[200], line[64] = "";
    a_history();
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "H");
    SEES("best 0.8 of the reference");
    SEES("Biggest gain: run 2 → 3, 0.20 to 0.80 (4.00 times as fast)");
    vt_keys(t, "d"); /* #3 and the one before */
    SEES("#2 to #3");
    SEES("- int b;");
    SEES("+ int c;");
    SEES("  int same;");
    vt_keys(t, "q j"); /* #3 is marked, then #2 is passed */
    SEES("3*");
    vt_keys(t, "j ");
    SEES("1*");
    vt_keys(t, "d");
    SEES("lines: 1 added, 1 removed");
    SEES("- int a;");
    vt_keys(t, "qR");
    SEES("Replace your files with those of run 1?");
    vt_keys(t, "y");
    SEES("as in run 1 again");
    vt_keys(t, "Q");
    leaves_with(0);
    snprintf(path, sizeof path, "%s/ridge/%s/w01-roofline/roofline.c", home, LABS);
    FILE *f = fopen(path, "r");
    cr_assert(f && fgets(line, sizeof line, f), "%s", path);
    fclose(f);
    cr_assert_str_eq(line, "int a;\n");
}

static void saves(const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/ridge/%s/w01-roofline/roofline.c", home, LABS);
    FILE *f = fopen(path, "w");
    cr_assert(f && fputs(text, f) >= 0 && !fclose(f), "%s", path);
}

/* The mark goes from the newest run on to the next one, and stays on an older one. */
Test(pages, a_history_that_is_open_follows_the_newest_run)
{
    a_history();
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "H");
    SEES("\u203a    3 ");
    vt_keys(t, "Ry");
    SEES("as in run 3 again");
    vt_keys(t, "q"); /* the folder is there now, and is watched */
    SEES("watching");
    vt_keys(t, "H");
    SEES("\u203a    3 ");
    saves("int d;\n");
    SEES("\u203a    4 ");
    vt_keys(t, "j");
    SEES("\u203a    3 ");
    saves("int e;\n");
    SEES("     5 ");
    cr_assert(vt_shows(t, "\u203a    3 "));
    vt_keys(t, "qH"); /* and where it was left, unless that was the newest */
    SEES("\u203a    3 ");
    vt_keys(t, "kk");
    SEES("\u203a    5 ");
    vt_keys(t, "qr");
    SEES("Run 6");
    vt_keys(t, "H");
    SEES("\u203a    6 ");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_history_has_interviews_among_its_runs)
{
    a_history();
    struct db *db = a_workbook();
    json_t *asked = json_pack("[{s:s,s:s,s:s}]", "owner", "deep/d07", "question", "d07-rope", "kind", "order");
    int64_t sitting = 0;
    cr_assert_eq(db_sitting_begin(db, "deep/d07", asked, 0, 7, &sitting), DB_OK, "%s", db_error(db));
    cr_assert_eq(db_sitting_end(db, sitting, "done", 1, 1, false, true), DB_OK, "%s", db_error(db));
    json_decref(asked);
    db_close(db);
    open_at(24, 80, NULL);
    vt_keys(t, "H");
    SEES("3 attempts, 1 interview");
    SEES("interview, solved cold: 1 of 1");
    vt_keys(t, ENTER);
    SEES("solved cold: 1 of 1, 0 min");
    SEES("d07-rope");
    vt_keys(t, "qj" ENTER);
    SEES("history › run 3");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A capstone's recorded work, of which the lab's own check says that nothing is missing. */
static void a_capstone_done(const char *id)
{
    char path[300];
    struct err e = {""};
    struct db *db = a_workbook();
    json_t *lab = json_pack("{s:s}", "id", id);
    snprintf(path, sizeof path, "%s/kernels/%s/attention.json", getenv("RIDGE_SRC"), id);
    char *text = util_read_file(path, 1 << 20, &e);
    cr_assert(text && !evidence_play(db, lab, text, &e), "%s", e.text);
    free(text);
    json_decref(lab);
    db_close(db);
}

Test(pages, a_capstone_is_judged_from_its_page)
{
    a_capstone_done("w12-capstone-1");
    open_at(40, 120, NULL);
    vt_keys(t, ":lab w12-capstone-1" ENTER);
    SEES("Milestones");
    vt_keys(t, "b");
    SEES("r judges what its labs' runs prove");
    vt_keys(t, "r");
    SEES("Results");
    SEES("3 pairs, each predicted first");
    SEES("164 words");
    vt_keys(t, "H");
    SEES("history");
    SEES("90 of 100"); /* kept as an attempt: all but the questions */
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_capstone_without_work_says_what_is_missing)
{
    open_at(40, 120, NULL);
    vt_keys(t, ":lab w12-capstone-1" ENTER);
    SEES("Milestones");
    vt_keys(t, "r");
    SEES("Run 1 · FAIL");
    SEES("what the first deliverable that is missing asks for");
    cr_assert(!vt_shows(t, "mend the code")); /* a capstone has none */
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, a_lab_and_its_questions_count_alike)
{
    open_at(24, 80, NULL);
    open_lab();
    SEES("0 of 20");
    vt_keys(t, "a");
    SEES("0 of 20 right \u00b7 0 of 1 written"); /* why-op is a text, and no grade asks for it */
    SEES("1 of 21");
    cr_assert(!vt_shows(t, "1 of 20"));
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(pages, the_texts_of_a_lab_open_its_questions)
{
    struct db *db = a_workbook();
    json_t *has = json_pack("[i]", 1);
    int64_t id;
    cr_assert_eq(db_answer_put(db, "w01-roofline", 0, "why-op", NULL, "x", "PENDING", &id), DB_OK);
    cr_assert_eq(db_rubric_put(db, id, "self", has, 3), DB_OK);
    json_decref(has);
    db_close(db);
    open_at(24, 80, NULL);
    open_lab();
    vt_keys(t, "jjjjjj");
    SEES("\u203a \u00b7 1 text, self-assessed 1 of 3");
    vt_keys(t, ENTER);
    SEES("1 of 1 written");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A week's texts are no questions that anybody could find right. */
Test(pages, a_week_counts_its_questions_as_their_page_does)
{
    open_at(60, 100, NULL);
    vt_keys(t, ":week 4: " ENTER);
    SEES("0 of 6 answered right \u00b7 0 of 1 written");
    vt_keys(t, "a");
    SEES("0 of 6 right \u00b7 0 of 1 written");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Beside a failed run stands how many cases were right. */
Test(pages, a_history_has_the_right_cases)
{
    struct db *db = a_workbook();
    struct db_attempt a = {.lab = "w01-roofline", .lab_rev = 1, .backend = "cpu", .status = "FAIL", .max = 100};
    json_t *r = json_pack("{s:[{s:s s:s s:s s:i s:i}]}", "milestones", "id", "correct", "kind", "correct", "status",
                          "FAIL", "right", 23, "cases", 31);
    int64_t id;
    cr_assert_eq(db_attempt_insert(db, &a, NULL, 0, r, &id), DB_OK, "%s", db_error(db));
    json_decref(r);
    db_close(db);
    open_at(24, 80, NULL);
    vt_keys(t, "H");
    SEES("23/31 right");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Labs of later weeks have names of up to 21 columns: a page that names labs keeps a blank before the sign. */
Test(pages, a_long_name_is_whole_and_touches_no_sign)
{
    static const char *const lab[] = {"w08b-mixed-precision", "w14-cpasync-layernorm"};
    struct db *db = a_workbook();
    int64_t id;
    for (int k = 0; k < 2; k++) {
        struct db_attempt a = {.lab = lab[k], .lab_rev = 1, .backend = "cpu", .status = "FAIL", .max = 100};
        json_t *r = json_pack("{s:[]}", "milestones");
        cr_assert_eq(db_attempt_insert(db, &a, NULL, 0, r, &id), DB_OK, "%s", db_error(db));
        json_decref(r);
    }
    db_close(db);
    open_at(24, 80, NULL);
    SEES("LATELY    w14-cpasync-layernorm ");
    SEES("          w08b-mixed-precision  ");
    vt_keys(t, "H");
    SEES("w14-cpasync-layernorm \u2717 FAIL");
    SEES("w08b-mixed-precision  \u2717 FAIL");
    vt_keys(t, "q");
    SEES("LATELY");
    vt_resize(t, 15, 50);
    SEES("w08b-mixed-prec\u2026 ");
    vt_keys(t, "H");
    SEES("w08b-mixed-precision  \u2717 FAIL");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Where room is short what it came to stays, and how long it took goes. */
Test(pages, a_history_on_a_small_screen_keeps_the_verdict)
{
    a_history();
    open_at(15, 50, NULL);
    vt_keys(t, "H");
    SEES("w01-roofline        \u2717 FAIL");
    vt_keys(t, "qm");
    SEES("~ stale"); /* the legend of the map keeps each sign with its word */
    vt_keys(t, "qL");
    SEES("test     w01-roofline");
    SEES("0 of 100 points");
    vt_keys(t, "qc");
    SEES("\u25b8 HBM            16.3 GB    3.35 TB/s  4.88 ms"); /* what binds, and its time */
    vt_keys(t, ">>");
    SEES("memory before arithmetic");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A choice of the cost card that was said: in full, though its column has ten letters. */
Test(pages, names_and_answers_of_a_lab_stand_whole)
{
    struct db *db = a_workbook();
    cr_assert_eq(db_prediction_put(db, "w01-roofline", "failure", "failure", 0,
                                   "the buffers are small enough to fit in the L2 cache", "", NULL),
                 DB_OK);
    db_close(db);
    open_at(24, 80, NULL);
    vt_keys(t, ":lab w02-tr" ENTER);
    SEES("perf:tiled-sectors");
    SEES("perf:vadd-sectors");
    vt_keys(t, "q:lab w01-roof" ENTER);
    SEES("Cost card");
    SEES("below");
    vt_keys(t, "\tGG");
    SEES("you said: the buffers are");
    SEES("small enough to fit");
    vt_keys(t, "Q");
    leaves_with(0);
}
