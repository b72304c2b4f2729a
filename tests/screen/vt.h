/*
 * vt.h: the real program on a pseudo-terminal, and what a person in front of it would see.
 *
 * One vt at a time. Everything waits for something to appear, up to a limit, and never for a fixed
 * time; a limit that is reached fails the test with the screen printed.
 */
#ifndef TESTS_VT_H
#define TESTS_VT_H

#include <sys/types.h>
#include <termios.h>

enum { VT_PATIENCE_MS = 60000 }; /* a machine at load 20 took 20 s to grade one run; it is waited for, not failed */

struct vt;

/* `env` is a NULL-terminated list of NAME=VALUE; HOME-like folders are set from `home`. */
/* An empty home is seeded: its first page was seen. vt_open_command() leaves it as it is. */
struct vt *vt_open(const char *home, int rows, int columns, const char *const *env);

/* The same with words behind the program's name: a NULL-terminated list. */
struct vt *vt_open_command(const char *home, int rows, int columns, const char *const *env, const char *const *words);
void vt_close(struct vt *t); /* kills what is left */

pid_t vt_pid(const struct vt *t);
void vt_keys(struct vt *t, const char *keys);
void vt_hang_up(struct vt *t); /* the window is closed: only vt_end() and what follows may be asked then */
void vt_resize(struct vt *t, int rows, int columns);
int vt_hold(struct vt *t, const char *key); /* a terminal that takes nothing: the key's frame is drawn until it may go on */
void vt_let_go(struct vt *t);
void vt_pump(struct vt *t, int ms); /* read what it draws for so long */

/* Does the screen hold the text now? In one row, blanks counting. */
int vt_shows(struct vt *t, const char *text);
void vt_row(struct vt *t, int row, char *ret, size_t n);
void vt_print(struct vt *t); /* the whole screen on standard error */

/* Wait until it does; 0 after VT_PATIENCE_MS, with the screen printed. */
int vt_wait(struct vt *t, const char *text);

/* Wait for the end; the status as waitpid gives it, or -1. */
int vt_end(struct vt *t);

int vt_over(struct vt *t); /* has it ended? */

/* Is the terminal as it was before: modes, main screen, cursor shown? */
int vt_restored(struct vt *t);

int vt_colored(struct vt *t);  /* has any cell a colour of its own? */
int vt_is_ascii(struct vt *t); /* are all characters ASCII? */

/* Processes still there after three seconds: a test's orphans come to the test. */
int vt_left_behind(void);

#endif
