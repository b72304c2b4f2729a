/* Sittings with a closed book, taken by keys alone: of one deep dive, of a track, left and gone on with, over time. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "curriculum/load/curriculum.h"
#include "db/db.h"
#include "person.h"
#include "runner/base/util.h"

TestSuite(interview, .init = setup, .fini = teardown, .timeout = 240);

#define AT "RIDGE_NOW=1800000000"
#define AFTER_10_MIN "RIDGE_NOW=1800000600"
#define AFTER_1_H "RIDGE_NOW=1800003600"
#define LEFT_OUT "Leave this exercise out? It is tried once."

/* A sitting that Enter begins, on the chapter that the keys open. */
static void asks_for(const char *keys, const char *title)
{
    vt_keys(t, keys);
    SEES(title);
    vt_keys(t, "I");
    SEES("Enter begins");
}

/* Everything by keys: begun on the chapter's page, the book closed meanwhile, one try each, and what came of it. */
Test(interview, an_interview_is_taken_by_keys_alone)
{
    char line[40];
    open_at(60, 100, NULL);
    asks_for(":page D07" ENTER, "D07: Transformer Math");
    vt_keys(t, ENTER);
    SEES("0 of 5 tried · 45 min left");
    vt_keys(t, ":");
    SEES("The book is closed until the end of the sitting");
    vt_keys(t, "~");
    SEES("1 of 5");
    vt_keys(t, ENTER);
    SEES("answer (empty: leave it out)");
    vt_keys(t, "zzz" ENTER); /* what can't be read is asked for again, with the reason in place of the label */
    for (int k = 0; k < 500 && (vt_shows(t, "leave it out)") || !vt_shows(t, ": z")); k++)
        vt_pump(t, 20);
    vt_keys(t, ESC);
    for (int k = 0; k < 500 && vt_shows(t, ": z"); k++)
        vt_pump(t, 20);
    SEES("0 of 5 tried");
    for (int k = 1; k <= 4; k++) {
        vt_keys(t, ENTER);
        SEES("answer (empty: leave it out)");
        vt_keys(t, ENTER);
        SEES("Leave this exercise out? It is tried once.");
        vt_keys(t, "y");
        snprintf(line, sizeof line, "%d of 5 tried", k);
        SEES(line);
    }
    SEES("Enter opens your editor");
    vt_keys(t, "q");
    SEES("End the sitting? What is not answered counts as wrong.");
    vt_keys(t, "n");
    SEES("Enter opens your editor");
    vt_keys(t, "qy");
    SEES("solved cold: 0 of 4, 0 min, aborted");
    SEES("the answer: ");
    vt_keys(t, "q");
    SEES("D07: Transformer Math");
    vt_keys(t, "~L");
    SEES("interview");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Every exercise right, every text gone through, every section ticked off. */
static void complete(struct db *db, const json_t *card)
{
    const char *owner = util_str(card, "id", "");
    json_t *has = json_pack("[i]", 1);
    size_t k;
    const json_t *x;
    json_array_foreach(json_object_get(card, "sections"), k, x)
        cr_assert_eq(db_tick(db, DB_TICK_READING, owner, json_string_value(x), true), DB_OK);
    json_array_foreach(json_object_get(card, "questions"), k, x) {
        int64_t id = 0;
        bool text = !strcmp(util_str(x, "kind", ""), "text");
        cr_assert_eq(db_answer_put(db, owner, 0, util_str(x, "id", ""), NULL, "x", text ? "PENDING" : "PASS", &id),
                     DB_OK, "%s", db_error(db));
        if (text)
            cr_assert_eq(db_rubric_put(db, id, "self", has, 1), DB_OK);
    }
    json_decref(has);
}

/* D11 and D07 are complete, and no other. */
static void two_complete(void)
{
    struct db *db = a_workbook();
    struct curriculum *cur = curriculum_open(getenv("RIDGE_SRC"), NULL);
    size_t k;
    const json_t *card;
    int n = 0;
    cr_assert(cur && curriculum_load(cur));
    json_array_foreach(curriculum_cards(cur), k, card)
        if (!strcmp(util_str(card, "id", ""), "deep/d11") || !strcmp(util_str(card, "id", ""), "deep/d07")) {
            complete(db, card);
            n++;
        }
    cr_assert_eq(n, 2);
    curriculum_close(cur);
    db_close(db);
}

/* The sitting of the workbook with that number; yours. */
static json_t *sitting(int64_t id)
{
    struct db *db = a_workbook();
    json_t *ret = NULL;
    cr_assert_eq(db_sitting_get(db, id, &ret), DB_OK, "%s", db_error(db));
    db_close(db);
    return ret;
}

static size_t size_of(const json_t *s, const char *list)
{
    return json_array_size(json_object_get(s, list));
}

static void begin_track(void)
{
    vt_keys(t, "t");
    SEES("From silicon to softmax");
    vt_keys(t, "gjjI");
    SEES("of 2 that are complete");
    SEES("Enter begins");
}

static void leave_one_out(int before, int of)
{
    char line[40];
    vt_keys(t, ENTER);
    SEES("answer (empty: leave it out)");
    vt_keys(t, ENTER);
    SEES(LEFT_OUT);
    vt_keys(t, "y");
    snprintf(line, sizeof line, "%d of %d tried", before + 1, of);
    SEES(line);
}

static void leaves_and_comes_back(int columns, const char *const *env)
{
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 40, columns, env);
    cr_assert(t != NULL);
}

Test(interview, a_track_without_a_complete_deep_dive_says_what_each_wants)
{
    open_at(30, 80, NULL);
    vt_keys(t, "t");
    SEES("From silicon to softmax");
    vt_keys(t, "gjjI");
    SEES("None of its deep dives is complete yet.");
    SEES("sections 0/9 · exercises 0/5");
    cr_assert(!vt_shows(t, "Enter begins"));
    vt_keys(t, ENTER);
    SEES("D01: NVIDIA GPU Architecture");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Kept: what was tried, and the sitting. Counted: the time, whether Ridge was open or not. */
Test(interview, a_sitting_on_a_track_goes_on_after_a_restart)
{
    const char *env[] = {AT, NULL}, *later[] = {AFTER_10_MIN, NULL};
    two_complete();
    open_at(40, 80, env);
    begin_track();
    vt_keys(t, "j" ENTER);
    SEES("how many deep dives are drawn");
    vt_keys(t, "3" ENTER);
    SEES("a whole number, 1 to 2");
    vt_keys(t, "\025" "2" ENTER);
    vt_keys(t, "j" ENTER);
    SEES("minutes for all of it");
    vt_keys(t, "30" ENTER);
    SEES("30  for all of it");
    vt_keys(t, "kk" ENTER);
    SEES("0 of 10 tried · 30 min left");
    leave_one_out(0, 10);
    vt_keys(t, ENTER);
    SEES("answer (empty: leave it out)");
    vt_keys(t, "half an ans" ESC); /* what was not sent is no try */
    SEES("Your text is kept");
    leaves_and_comes_back(80, later);
    SEES("1 of 10 tried · 20 min left");
    vt_keys(t, "~");
    SEES("The book is closed");
    vt_resize(t, 24, 20);
    SEES("Ridge needs 40×10");
    vt_keys(t, "j:t");
    vt_resize(t, 40, 80);
    SEES("1 of 10 tried · 20 min left");
    leave_one_out(1, 10);
    vt_keys(t, "qy");
    SEES("solved cold: 0 of 8, 10 min, aborted");
    json_t *s = sitting(1);
    cr_assert_str_eq(util_str(s, "scope", ""), "systems24");
    cr_assert_eq(size_of(s, "questions"), 10);
    cr_assert_eq(size_of(s, "answers"), 2);
    cr_assert_eq(json_integer_value(json_object_get(s, "minutes")), 30);
    json_decref(s);
    vt_keys(t, "q");
    SEES("NEXT"); /* Ridge was opened in the sitting: there is no page but home behind it */
    begin_track();
    SEES("Sittings before");
    vt_keys(t, "/aborted" ENTER ENTER);
    SEES("the answer: ");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(interview, a_sitting_whose_time_went_by_while_ridge_was_closed_has_ended)
{
    const char *env[] = {AT, NULL}, *later[] = {AFTER_1_H, NULL};
    open_at(40, 80, env);
    asks_for(":page D07" ENTER, "D07: Transformer Math");
    vt_keys(t, ENTER);
    SEES("0 of 5 tried · 45 min left");
    leave_one_out(0, 5);
    leaves_and_comes_back(80, later);
    SEES("The time is over: what was not answered counts as wrong.");
    SEES("solved cold: 0 of 4, 60 min, the time was over");
    vt_keys(t, "q");
    SEES("NEXT");
    vt_keys(t, "m"); /* the book is open again */
    SEES("track: 52 weeks");
    vt_keys(t, "Q");
    leaves_with(0);
    json_t *s = sitting(1);
    cr_assert_str_eq(util_str(s, "how", ""), "time");
    json_decref(s);
}

/* An editor that writes what lies in HOME/next behind what is there. */
static void next_text(int words)
{
    char path[160];
    snprintf(path, sizeof path, "%s/next", home);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL);
    for (int k = 0; k < words; k++)
        fprintf(f, "word%d ", k);
    fclose(f);
}

static bool text_is_there(void)
{
    char path[160];
    snprintf(path, sizeof path, "%s/ridge/sitting-1.md", home);
    return !access(path, F_OK);
}

Test(interview, a_text_is_written_in_the_editor_and_ticked_item_by_item)
{
    char body[160];
    snprintf(body, sizeof body, "cat '%s/next' >>\"$last\"", home);
    const char *env[] = {AT, editor(body), NULL};
    open_at(120, 80, env);
    asks_for(":page D11" ENTER, "D11: Floating Point");
    vt_keys(t, "j" ENTER);
    SEES("minutes for all of it");
    vt_keys(t, "0" ENTER);
    SEES("no limit");
    vt_keys(t, "k" ENTER);
    for (int k = 0; k < 4; k++)
        leave_one_out(k, 5);
    SEES("Enter opens your editor");
    cr_assert(!vt_shows(t, "min left"));
    next_text(0);
    vt_keys(t, ENTER);
    SEES("Nothing was written. Leave this exercise out?");
    vt_keys(t, "n");
    settled();
    next_text(10);
    vt_keys(t, ENTER);
    SEES("Your text stays in"); /* too short to be one: no try, and nothing of it is lost */
    SEES("4 of 5 tried");
    cr_assert(text_is_there());
    next_text(80);
    vt_keys(t, ENTER);
    SEES("What does your text have of this?");
    cr_assert(!text_is_there());
    vt_keys(t, "g ");
    SEES("[x] ");
    vt_keys(t, "jj ");
    vt_keys(t, "k k"); /* ticked, and not after all */
    settled();
    vt_keys(t, ENTER);
    SEES("self-assessed ");
    SEES("solved cold: 0 of 4 and 1 text (");
    SEES(" points ticked), 0 min");
    cr_assert(!vt_shows(t, "What does your text have of this?"));
    vt_keys(t, "Q");
    leaves_with(0);
    json_t *s = sitting(1), *last = json_array_get(json_object_get(s, "answers"), 4);
    cr_assert_str_eq(util_str(s, "how", ""), "done");
    cr_assert_str_eq(util_str(last, "status", ""), "PENDING");
    cr_assert(strstr(util_str(last, "text", ""), "word79") != NULL);
    json_decref(s);
}

Test(interview, a_text_that_came_too_late_is_not_taken_and_not_lost)
{
    const char *env[] = {AT, NULL}, *later[] = {AFTER_1_H, NULL};
    char path[160];
    open_at(40, 80, env);
    asks_for(":page D11" ENTER, "D11: Floating Point");
    vt_keys(t, ENTER);
    SEES("0 of 5 tried");
    snprintf(path, sizeof path, "%s/ridge/sitting-1.md", home); /* as an editor leaves it that dies with Ridge */
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL);
    fputs("half of it", f);
    fclose(f);
    leaves_and_comes_back(80, later);
    SEES("The text that you were at was not taken.");
    vt_keys(t, "Q");
    leaves_with(0);
    cr_assert(text_is_there());
}
