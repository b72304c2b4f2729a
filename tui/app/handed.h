/*
 * handed.h: what one student handed in, to be read by a person: the files of a submission, and each beside the file of
 * the skeleton that it was made from. The texts are hostile: a line reaches a terminal or a page through handed_line()
 * alone. Nothing is run, and nothing is written.
 */
#ifndef TUI_HANDED_H
#define TUI_HANDED_H

#include "app.h"

enum {
    HANDED_LINES = 20000,     /* of all files of a submission together; the rest is counted and left out */
    HANDED_LINE_BYTES = 1000, /* of one line, as it is shown */
    HANDED_TAB = 8
};

struct handed_file {
    const char *name, *text; /* text: `size` bytes, any of which may be 0 */
    size_t size;
    char *given; /* the skeleton's file of this name; NULL: there is none */
};

struct handed {
    json_t *row; /* the student's row of class_rows() */
    int64_t submission;
    bool counts; /* the submission is the one that the grade comes from */
    struct handed_file *file;
    size_t n;
    struct db_file *stored; /* what the names and texts point into */
};

/*
 * The files of `submission`, one of this student's in this lab; 0: of the one that counts, or else the last that came
 * in. APP_USAGE with app.error when the class has no such student, the student no such submission, or the submission
 * no file. A skeleton is there once handed_give() has found it.
 */
enum app_exit handed_open(struct app *a, const char *lab, const char *key, int64_t submission, struct handed *ret);
void handed_close(struct handed *h); /* a zeroed one is fine */

/* Reads the skeleton of a resolved lab (app_lab()). A file that cannot be read is as one that is not there. */
void handed_give(const struct app *a, const json_t *lab, struct handed *h);

/* A line as a person may read it: control characters and changes of direction are shown and not obeyed, tabs are blanks
 * up to the next column of HANDED_TAB, and what is longer than HANDED_LINE_BYTES ends in "…". Yours. */
char *handed_line(const char *text, size_t n);

/* How many lines the file has; the last one needs no newline. */
size_t handed_lines(const struct handed_file *f);

/* The line that begins at *at, whose length *n gets; *at then is where the next one begins. False at the end. */
bool handed_next(const struct handed_file *f, size_t *at, const char **text, size_t *n);

#endif
