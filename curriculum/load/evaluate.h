/*
 * evaluate.h: one operation of the prelude in the box: its texts in, its value and its errors out. Of this folder.
 */
#ifndef RIDGE_EVALUATE_H
#define RIDGE_EVALUATE_H

#include "curriculum.h"
#include "files.h"
#include "luabox.h"

enum { WEEKS = 52, PRELUDE = 36 };

/* What of the prelude is not CORE loads only with the operations that need it. */
enum {
    CORE = 0,
    LAB = 1,
    RESOLVE = 2,
    TABLES = 4,
    ANSWER = 8,
    PAGES = 16,
    LINT = 32,
    PREDICT = 64,
    PACK = 128,
    SOLVED = 256,
    EVERYTHING = 512, /* of all labs: the time that so much may take */
};

struct curriculum {
    char *root;
    struct shelf *shelves;
    size_t nshelves;
    char *left_out; /* why a shelf was dropped, or NULL */
    struct files lua; /* the prelude's texts, in its order */
    struct luabox_file
        compiled[PRELUDE]; /* made at the third operation: two alone gain nothing */
    unsigned operations;
    char *kept; /* file of the snapshot, or NULL */
    char *shipped; /* one that came with the data, or NULL */
    struct snapshot *snapshot; /* what is kept and holds: the parts are read when they are asked for; or NULL */
    bool looked;               /* true: `kept` was asked since curriculum_reload() */
    json_t *tables, *weeks, *labs, *cards;
    json_t *briefs; /* {lab: its row in `labs`}, once one was asked for */
    json_t *kept_tables; /* while `tables` is NULL: those that were read from what is kept */
    json_t *week[WEEKS + 1];
    json_t *errors;
    char *error;
    bool unable; /* true: the last operation could not be tried */
    bool boxed;
    struct asides *asides; /* NULL: operations are waited for */
};

/* Reads the prelude; false leaves the name of the file that can't be read in `ret_missing`. */
bool evaluate_open(struct curriculum *cur, char *ret_missing, size_t size);
void evaluate_close(struct curriculum *cur);

/* What went wrong, in a sentence; and every mistake of a list, of which the first that is one becomes the sentence. */
void evaluate_error(struct curriculum *cur, const char *format, ...) __attribute__((format(printf, 2, 3)));
void evaluate_errors(struct curriculum *cur, json_t *list);
/* Says once more what an operation said when it ended. */
void evaluate_again(struct curriculum *cur, json_t *errors, const char *error);

/*
 * The operation's value, or NULL. `f` is finished and `arg` consumed. With `partial`, errors do not discard the
 * value: a list then holds what could be loaded. `chunk`: curriculum_run's, or NULL.
 */
json_t *evaluate(struct curriculum *cur, unsigned parts, const char *chunk, struct files *f, json_t *arg,
                 bool partial);
/* evaluate() for a caller that does not wait: curriculum_pump() and curriculum_end() do the rest. */
struct evaluation *evaluate_start(struct curriculum *cur, unsigned parts, const char *chunk, struct files *f,
                                  json_t *arg, bool partial);

#endif
