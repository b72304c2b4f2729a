/* Pages whose data take long to be read, or never are: the screen goes on. */
#define _GNU_SOURCE
#include "person.h"

#include <stdio.h>
#include <stdlib.h>

TestSuite(beside, .init = setup, .fini = teardown, .timeout = 180);

static const char *const no_env[] = {NULL};

/* What the lab's figures cost before they are there: only its own pages ask for them. */
#define FACTS(code) "s/^  facts = function(hw)/&\\n    " code "/"
#define SECONDS FACTS("for _ = 1, 10^8 do end")
#define FOR_EVER FACTS("string.find((\"a\"):rep(60), (\"a*\"):rep(30)..\"b\")")
#define MALFORMED FACTS("for _ = 1, 10^8 do end error(\"no figures today\")")

static void open_scan(void)
{
    open_at(24, 100, no_env);
    vt_keys(t, ":lab scan-rows" ENTER);
    SEES("scan-rows/lab.lua");
    SEES("reading ");
}

/* By state, not by a clock: what is waited for is told, and a key is answered before it comes. */
Test(beside, keys_are_answered_while_a_lab_is_read)
{
    a_pack(SECONDS);
    open_scan();
    vt_keys(t, "?");
    SEES("Here: ");
    vt_keys(t, "q");
    SEES("reading ");
    cr_assert(!vt_shows(t, "Milestones"));
    SEES("Milestones");
    SEES("How it is judged"); /* the task */
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(beside, a_page_that_is_being_read_can_be_left)
{
    a_pack(FOR_EVER);
    open_scan();
    vt_keys(t, "q");
    SEES("NEXT");
    cr_assert(!vt_shows(t, "reading "));
    vt_keys(t, "m");
    SEES("track: ");
    vt_keys(t, "q:lab scan-rows" ENTER);
    SEES("reading ");
    vt_keys(t, "Q"); /* and Ridge can be left from it: what goes on ends with it */
    leaves_with(0);
}

/* What is typed ahead is meant for the page that comes. */
Test(beside, keys_wait_for_the_page)
{
    a_pack(SECONDS);
    open_scan();
    vt_keys(t, "c");
    SEES("flops in MFLOP");
    vt_keys(t, ESC);
    SEES("? keys");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(beside, a_lab_that_is_never_read_is_named_with_its_limit)
{
    a_pack(FOR_EVER);
    open_scan();
    SEES("This page can't be read");
    SEES("scan-rows/lab.lua");
    SEES("no result within 10.0 s");
    SEES("Enter reads");
    vt_keys(t, ENTER);
    SEES("reading ");
    vt_keys(t, "q");
    SEES("NEXT");
    vt_keys(t, "Q");
    leaves_with(0);
}

Test(beside, a_mistake_says_where_and_is_read_again)
{
    char command[256];
    a_pack(MALFORMED);
    open_scan();
    SEES("This page can't be read");
    SEES("o figures today");
    SEES("lab.lua:");
    SEES("`ridge doctor` names");
    snprintf(command, sizeof command, "sed -i /figures.today/d '%s/ridge/packs/scan/labs/scan-rows/lab.lua'", home);
    cr_assert_eq(system(command), 0);
    vt_keys(t, ENTER);
    SEES("Milestones");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* Where one was is opened again page by page; one that takes long holds up no key. */
Test(beside, what_was_open_is_read_beside_too)
{
    a_pack(SECONDS);
    open_scan();
    SEES("Milestones");
    vt_keys(t, "a");
    SEES("1 of 3");
    vt_keys(t, "Q");
    leaves_with(0);
    vt_close(t);
    t = vt_open(home, 24, 100, no_env);
    SEES("reading ");
    vt_keys(t, "?");
    SEES("Here: ");
    vt_keys(t, "q");
    SEES("1 of 3");
    vt_keys(t, "q");
    SEES("Milestones");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* An answer is judged by the same data. */
Test(beside, an_answer_is_judged_beside)
{
    a_pack(SECONDS);
    open_scan();
    SEES("Milestones");
    vt_keys(t, "a");
    SEES("1 of 3");
    vt_keys(t, "]");
    SEES("2 of 3");
    vt_keys(t, ENTER "32" ENTER);
    SEES("reading");
    vt_keys(t, "?");
    SEES("Here: ");
    vt_keys(t, "q");
    SEES("1 of 3 right");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* An editor that opens when a reading ends has the terminal: what is typed there is its own, however late it reads
 * it. */
Test(beside, keys_in_an_editor_are_the_editors)
{
    const char *env[] = {editor("echo it listens\nsleep 1\nread word\necho it heard \"$word\"\nread word"), NULL};
    open_at(24, 80, env);
    open_lab();
    vt_keys(t, "e");
    SEES("it listens");
    vt_keys(t, "these" ENTER);
    SEES("it heard these");
    vt_keys(t, ENTER);
    SEES("Laid out in");
    vt_keys(t, "Q");
    leaves_with(0);
}

/* A first start reads all labs, and one of them has no end: it can be left before there is a page, with keys that come
 * before the first frame and with those that come after it. */
static void leaves_before_home(const char *first)
{
    a_pack("1s/^/string.find((\"a\"):rep(60), (\"a*\"):rep(30)..\"b\")\\n/");
    t = vt_open(home, 24, 80, no_env);
    if (first)
        SEES(first);
    vt_keys(t, "q");
    leaves_with(0);
    cr_assert(!vt_shows(t, "NEXT"), "it is not waited for");
}

Test(beside, a_key_before_the_first_frame_is_answered)
{
    leaves_before_home(NULL);
}

Test(beside, a_home_that_is_being_read_can_be_left)
{
    leaves_before_home("reading ");
}
