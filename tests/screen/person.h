/*
 * person.h: what tests of the real program share: a home of its own for each test, the program in it, and what a person
 * sees. One program at a time.
 */
#ifndef TESTS_PERSON_H
#define TESTS_PERSON_H

#include <criterion/criterion.h>

#include "db/db.h"
#include "vt.h"

#define ENTER "\r"
#define ESC "\033"
#define CTRL_C "\003"
#define CTRL_Z "\032"
#define LABS "work" /* the learner's, in the home folder */

extern char home[64];
extern struct vt *t;

/* .init and .fini of a suite */
void setup(void);
void teardown(void);

struct db *a_workbook(void); /* the home's, opened or made; close it before the program opens it */
/* A pack of one lab, scan-rows, whose manifest is changed by what sed does. */
void a_pack(const char *sed);
void open_at(int rows, int columns, const char *const *env);
void leaves_with(int code); /* it ends so, and leaves the terminal as it was */
void open_lab(void);        /* w01's, from home */
void edit_file(void);
void run_it(void); /* that lab: until it runs */
void stops(void);  /* Ctrl-Z, until it has */
void is_stopped(void);

/* All keys so far are obeyed, and what they changed is drawn: a key that means nothing, pressed behind them, is answered.
 * Not in a prompt, whose text that key would be. */
void settled(void);

#define SEES(text) cr_assert(vt_wait(t, text), "shows \"%s\"", text)

/* The right answer to the question on the screen, week 1's first, and Enter: the side is drawn for each learner. */
const char *flop_enter(void);

/* A script that stands for an editor; `body` sees "$@". */
const char *editor(const char *body);

#endif
