/*
 * tui.h: the screens, as main.c sees them.
 */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include <stdio.h>

struct app;
struct screen_pages;

/* A command of the command line, as its help says it. */
struct tui_command {
    const char *name, *args, *help;
};

struct tui_options {
    const struct screen_pages *pages; /* all pages (screen.h) */
    const char *script; /* keys from this file ("-": standard input) and no terminal; NULL: a person */
    int plain;          /* pages as lines, commands as lines; no terminal needed */
    volatile int *interrupted; /* not 0: Ctrl-C came before there was a loop; NULL: nobody looks */
    const struct tui_command *commands; /* for the palette, one without a name behind the last; NULL: none */
};

/*
 * Runs the workbook on the terminal until the learner leaves. Needs an open database and a
 * terminal on standard input and output, or a script (see screen_script.c). Returns an exit code of app.h: APP_OK,
 * APP_INTERRUPTED after SIGINT, SIGTERM or SIGHUP, or APP_CONFIG (and says why on standard error) when the terminal's
 * type is unknown or the first page can't be made. The terminal is restored and no run is left behind in every case;
 * signal handlers are those from before the call.
 */
int tui_main(struct app *a, const struct tui_options *o);

/* Colours by number of the 256, and of the 8 where there are no more. */
struct tui_theme {
    const char *name, *what;
    int accent, bad, dim, accent8, bad8;
};

const struct tui_theme *tui_theme(int k); /* from 0; NULL after the last */
int tui_theme_of(const char *name);       /* -1: there is none such */

/* Where the workbook keeps them (db_state_put): a theme's name; false for no mouse. */
#define TUI_THEME "theme"
#define TUI_MOUSE "mouse"

/* The list of keys, for the man page (scdoc) and `ridge help keys`. */
void tui_print_actions(FILE *f, int scdoc);

#endif
