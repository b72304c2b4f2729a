/* Review, notes and the log, as a person uses them of an evening. */
#define _GNU_SOURCE
#include "person.h"

#include <stdio.h>
#include <stdlib.h>

TestSuite(evening, .init = setup, .fini = teardown, .timeout = 120);

enum { LEARNT_S = 1780000000, NEXT_WEEK_S = LEARNT_S + 7 * 86400 };
#define NEXT_WEEK "RIDGE_NOW=1780604800"

/* An idea that was ticked and a question that was right, a week ago. */
static void a_learnt_home(void)
{
    struct db *db = a_workbook();
    db_set_clock(db, (int64_t)LEARNT_S * 1000);
    cr_assert_eq(db_answer_put(db, "w01", 0, "flop", NULL, "2*4096^3 FLOP", "PASS", NULL), DB_OK);
    db_set_clock(db, (int64_t)LEARNT_S * 1000 + 1);
    cr_assert_eq(db_tick(db, DB_TICK_CONCEPT, "w01", "ridge", true), DB_OK);
    db_close(db);
}

Test(evening, what_was_learnt_is_reviewed)
{
    const char *env[] = {NEXT_WEEK, "TZ=UTC", NULL};
    a_learnt_home();
    open_at(24, 80, env);
    SEES("REVIEW");
    SEES("2 cards due, oldest: w01 flop (due 6 days ago)");
    vt_keys(t, "v");
    SEES("1 of 2");
    SEES("How many FLOP");
    vt_keys(t, "3");
    SEES("Try it first");
    vt_keys(t, ENTER);
    SEES("answer in FLOP");
    vt_keys(t, "7 GB" ENTER);
    SEES("not a unit of this quantity");
    vt_keys(t, "\025"
               "7 FLOP" ENTER);
    SEES("is not the answer");
    SEES("1  again: today, once more");
    vt_keys(t, "3");
    SEES("It was not known");
    vt_keys(t, "1");
    SEES("2 of 3"); /* it comes back at the end */
    SEES("The ridge point");
    vt_keys(t, ENTER);
    SEES("Slope and roof meet");
    SEES("3  good: in 3 days");
    vt_keys(t, ENTER);
    SEES("3 of 3");
    vt_keys(t, ENTER);
    SEES("answer in FLOP");
    vt_keys(t, flop_enter());
    SEES("is a dot product of length"); /* worked out */
    vt_keys(t, "2");
    SEES("Done for today");
    SEES("3 reviews: 1 again, 1 hard, 1 good, 0 easy.");
    SEES("2 cards, 0 due now. The next: 1 tomorrow, 2 within 7 days.");
    vt_keys(t, "q");
    SEES("nothing due; the next tomorrow");
    vt_keys(t, "v");
    SEES("Nothing is due");
    vt_keys(t, "qqq");
    leaves_with(0);
}

Test(evening, a_review_in_ascii_on_a_small_screen)
{
    const char *env[] = {NEXT_WEEK, "TZ=UTC", "LC_ALL=C", NULL};
    a_learnt_home();
    open_at(24, 80, env);
    vt_keys(t, "v");
    SEES("1 of 2");
    vt_keys(t, " ");
    SEES("The answer:");
    SEES("again: today");
    cr_assert(!vt_shows(t, "good: in"), "what was shown was not known");
    vt_resize(t, 12, 44);
    SEES("1 of 2");
    cr_assert(vt_is_ascii(t));
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(evening, the_reading_week_asks_forty)
{
    const char *env[] = {NEXT_WEEK, "TZ=UTC", NULL};
    a_learnt_home();
    open_at(24, 80, env);
    vt_keys(t, ":week 51: " ENTER);
    SEES("week 51");
    vt_keys(t, "/w51-review" ENTER);
    SEES("questions of the year");
    vt_keys(t, ENTER);
    SEES("1 of 40");
    vt_keys(t, " ");
    SEES("How did it go?");
    vt_keys(t, "1");
    SEES("2 of 40");
    vt_keys(t, "q" ENTER);
    SEES("2 of 40"); /* it goes on where it was */
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(evening, notes_are_written_edited_deleted_and_put_back)
{
    const char *env[] = {editor("printf 'half of it is bytes\\nsecond line\\n' >>\"$last\""), "TZ=UTC", NULL};
    open_at(24, 80, env);
    open_lab();
    vt_keys(t, "i");
    SEES("There are no notes here yet.");
    vt_keys(t, "a");
    SEES("half of it is bytes");
    SEES("w01-roofline · 1 note");
    vt_keys(t, ENTER); /* the editor adds the same again */
    SEES("second line");
    vt_keys(t, "/bytes" ENTER);
    vt_keys(t, "gd");
    SEES("Delete note 1?");
    vt_keys(t, "n");
    vt_keys(t, "d");
    SEES("Delete note 1?");
    vt_keys(t, "y");
    SEES("u puts it back");
    SEES("There are no notes here yet.");
    vt_keys(t, "u");
    SEES("half of it is bytes");
    vt_keys(t, "u");
    SEES("Nothing was deleted here.");
    vt_keys(t, "ql");
    SEES("lesson");
    vt_keys(t, "]]]i");
    SEES("half of it is bytes"); /* a lesson's notes are its lab's */
    vt_keys(t, "a");
    SEES("w01-roofline#");
    vt_keys(t, "qqqqi");
    SEES("notes");
    SEES("2 notes");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(evening, a_note_that_was_not_written_is_none)
{
    open_at(24, 80, NULL); /* EDITOR=true writes nothing */
    vt_keys(t, "ia");
    SEES("Nothing was written.");
    SEES("There are no notes here yet.");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(evening, the_log_tells_days_and_opens_what_it_names)
{
    const char *env[] = {NEXT_WEEK, "TZ=UTC", NULL};
    a_learnt_home();
    open_at(24, 80, env);
    vt_keys(t, "L");
    SEES("ridge › log");
    SEES("Thursday 28 May 2026");
    SEES("20:26  ✓ answer   w01");
    SEES("flop: 2*4096^3 FLOP");
    vt_keys(t, "f");
    SEES("Show only entries that contain");
    vt_keys(t, "ridge" ENTER);
    SEES("\"ridge\" · 1 day");
    cr_assert(!vt_shows(t, "flop:"), "what does not hold it is not shown");
    vt_keys(t, "fnowhere" ENTER);
    vt_keys(t, "f\025nowhere" ENTER);
    SEES("No entry contains \"nowhere\"");
    vt_keys(t, "f\025" ENTER);
    SEES("flop:");
    vt_keys(t, "/answer" ENTER ENTER);
    SEES("log › questions");
    vt_keys(t, "qq");
    SEES("NEXT");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Years of it come in pieces: what is shown first does not grow with the workbook. */
Test(evening, a_long_log_goes_back_on_request)
{
    enum { ANSWERS = 2100, HOUR_MS = 3600000 };
    const char *env[] = {NEXT_WEEK, "TZ=UTC", NULL};
    struct db *db = a_workbook();
    cr_assert_eq(db_begin(db), DB_OK);
    for (int k = 0; k < ANSWERS; k++) {
        char said[32];
        snprintf(said, sizeof said, "%d FLOP", k);
        db_set_clock(db, (int64_t)LEARNT_S * 1000 - (int64_t)(ANSWERS - k) * HOUR_MS);
        cr_assert_eq(db_answer_put(db, "w01", 0, "flop", NULL, said, "FAIL", NULL), DB_OK);
    }
    cr_assert_eq(db_commit(db), DB_OK);
    db_close(db);
    open_at(24, 80, env);
    vt_keys(t, "LG");
    SEES("what is older");
    SEES("flop: 100 FLOP");
    vt_keys(t, ENTER);
    vt_keys(t, "G");
    SEES("flop: 0 FLOP");
    cr_assert(!vt_shows(t, "what is older"), "that is all");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(evening, notes_and_log_in_ascii_and_narrow)
{
    const char *env[] = {NEXT_WEEK, "TZ=UTC", "LC_ALL=C", "NO_COLOR=1", NULL};
    a_learnt_home();
    open_at(24, 44, env);
    SEES(" about 0 h");
    vt_keys(t, "L");
    SEES("28 May 2026");
    SEES("answer");
    cr_assert(vt_is_ascii(t) && !vt_colored(t));
    vt_keys(t, "qi");
    SEES("There are no notes here yet.");
    cr_assert(vt_is_ascii(t) && !vt_colored(t));
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(evening, a_lesson_is_folded_and_found_again)
{
    open_at(24, 80, NULL);
    vt_keys(t, ":week 1: The roofline model" ENTER "l");
    SEES("Arithmetic intensity is work divided by traffic");
    vt_keys(t, "Z");
    SEES("\u25b8 Ideas");
    cr_assert(!vt_shows(t, "Arithmetic intensity is work"), "what is folded is not shown");
    vt_keys(t, ENTER);
    SEES("\u25b8 Two ceilings, one bound");
    vt_keys(t, ENTER);
    SEES("\u25b8 Ideas");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 24, 80, NULL); /* as it was left */
    SEES("\u25b8 Ideas");
    vt_keys(t, "/ridge point" ENTER); /* a search opens what is folded */
    SEES("Slope and roof meet");
    vt_keys(t, "m");
    SEES("A bookmark is here");
    vt_keys(t, "qq");
    SEES("NEXT");
    vt_keys(t, "M");
    SEES("bookmarks");
    SEES("Week 1: The roofline model");
    vt_keys(t, ENTER);
    SEES("bookmarks \u203a lesson");
    cr_assert(!vt_shows(t, "You learn to price"), "it opens where the bookmark is");
    vt_keys(t, "m");
    SEES("The bookmark is gone");
    vt_keys(t, "q");
    SEES("There are no bookmarks yet");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A pack with a lab whose check never ends of itself. */
static void a_lab_that_is_graded_for_ever(void)
{
    char command[256];
    a_pack("s/^  bench = {/  checks = {check(\"ends\", function(t) return "
           "string.find((\"a\"):rep(60), (\"a*\"):rep(30)..\"b\") end)},\\n  bench = {/");
    snprintf(
        command, sizeof command,
        "cd '%s/ridge' && mkdir -p work/scan-rows && cp packs/scan/kernels/scan-rows/ref.c work/scan-rows/rmsnorm.c",
        home);
    cr_assert_eq(system(command), 0);
}

/* By state, not by a clock: were the check waited for, its own deadline would end it before the key was read. */
Test(evening, keys_are_answered_while_a_run_is_graded)
{
    const char *env[] = {NULL};
    a_lab_that_is_graded_for_ever();
    open_at(40, 120, env);
    vt_keys(t, ":lab scan-rows" ENTER);
    SEES("Milestones");
    vt_keys(t, "rr"); /* without a cost card */
    SEES("grade ");
    vt_keys(t, "?");
    SEES("this page");
    cr_assert(vt_shows(t, "grade"), "the run is still being graded");
    vt_keys(t, "q");
    SEES("Milestones");
    vt_keys(t, "x");
    SEES("Nothing was recorded");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Another evening begins at home, which says where Ridge was left and with which key it goes on there; the same
 * evening goes on where it was left. */
Test(evening, another_day_begins_at_home_and_goes_on_with_one_key)
{
    const char *today[] = {NEXT_WEEK, "TZ=UTC", NULL};
    const char *tomorrow[] = {"RIDGE_NOW=1780691200", "TZ=UTC", NULL};
    a_learnt_home();
    open_at(24, 80, today);
    vt_keys(t, ":week 1: The roofline model" ENTER);
    SEES("ridge \u203a week 1");
    vt_keys(t, "l");
    SEES("week 1 \u203a lesson");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 24, 80, today); /* not open_at(): home may be over before anybody looks */
    cr_assert_not_null(t);
    SEES("week 1 \u203a lesson");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    open_at(24, 80, tomorrow);
    SEES("LEFT AT   lesson w01");
    SEES("[']");
    vt_keys(t, "Q"); /* not wanted yet: it waits */
    leaves_with(0);
    vt_close(t);
    open_at(24, 80, tomorrow);
    SEES("LEFT AT   lesson w01");
    vt_keys(t, "'");
    SEES("week 1 \u203a lesson");
    vt_keys(t, "q");
    SEES("ridge \u203a week 1");
    vt_keys(t, "q");
    SEES("NEXT      ");
    cr_assert_not(vt_shows(t, "LEFT AT"));
    vt_keys(t, "'");
    SEES("No page of another day waits here");
    vt_keys(t, "Q");
    leaves_with(0);
}
