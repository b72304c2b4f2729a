/*
 * words.h: what an outcome is called: the exit codes of every program here, and the statuses of milestones and runs,
 * each in one table. Decides nothing.
 */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

/* The exit codes of `ridge`, of ridge-exec and of "code" in a report's error. People's scripts know these numbers. */
enum exit_code {
    CODE_OK = 0,           /* nothing failed of what could be tried here */
    CODE_FAILED = 1,       /* a milestone failed */
    CODE_USAGE = 2,        /* the command or its data cannot be meant so */
    CODE_BUILD = 3,        /* the submission does not build */
    CODE_CRASH = 4,        /* the submission crashed, or a sanitizer stopped it */
    CODE_LIMIT = 5,        /* the submission met a limit of time, memory or output */
    CODE_SKIPPED = 6,      /* this machine cannot tell */
    CODE_INCONCLUSIVE = 7, /* within the noise */
    CODE_SUSPICIOUS = 8,   /* the submission asked the system for what no lab needs, or its time cannot be */
    CODE_OURS = 9,         /* a fault of Ridge */
    CODE_CONFIG = 10,      /* this machine or workbook is not set up for it */
    CODE_INTERRUPTED = 130
};

/* How a status is drawn: a theme, a terminal and a page choose the colour. */
enum status_look { LOOK_PLAIN, LOOK_GOOD, LOOK_BAD, LOOK_DOUBT, LOOK_DIM };

struct status_word {
    const char *name;        /* as reports, the workbook and --json have it */
    const char *sign, *ascii; /* one column wide; ascii: the sign without UTF-8 */
    const char *cell;        /* the sign in the table of a class, whose cells have room for a sign alone */
    const char *word;        /* the word beside that sign; "" for a status that no class has */
    const char *told;        /* what the status means */
    enum status_look look;
    enum exit_code code; /* of a run whose worst milestone has this status */
};

/* The worst first: of a run's milestones the earliest here heads it. Then those of a class alone. Ended by a row whose
 * name is NULL. */
extern const struct status_word status_words[];

/* The row of a status; for an unknown status the last row, whose sign is "·". Never NULL. */
const struct status_word *status_word(const char *status);
const char *status_sign(const char *status); /* "✓" of "PASS" */

#endif
