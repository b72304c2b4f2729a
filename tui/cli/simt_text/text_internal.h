/* text_internal.h: what text.c, errors.c, advice.c and source.c share. */
#ifndef SIMT_TEXT_INTERNAL_H
#define SIMT_TEXT_INTERNAL_H

#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/simt/host/simt.h"
#include "simt_text.h"

enum { NARROW = 44 }; /* columns below which a margin loses its line numbers */

const char *text_color(const struct simt_style *s,
                       const char *name); /* "red" "yellow" "green" "cyan" "dim" "bold" "off" */
/* A paragraph, wrapped; its lines begin `indent` columns in, the first `first` columns in. */
void text_wrap(const struct simt_style *s, int first, int indent, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
int text_columns(const char *utf8);

int text_has(const json_t *o, const char *key);     /* does `o` have a number of this name? */
void text_dims(const json_t *triple, char ret[48]); /* "32x8", "1024" */

const char *kind_advice(const char *kind);    /* what to do about an error of this kind; NULL: nothing is known */
int error_of_memory(const json_t *error);       /* the error's "other" is where the memory was allocated */
const char *error_advice(const json_t *error); /* kind_advice() of an error, whose place may tell more */
/* Did an earlier launch have this launch's error, too? */
int error_told(const json_t *report, size_t launch, const json_t *error);

/* The text of a source, by lines; NULL when it cannot be read. */
struct source;
struct source *source_open(const struct simt_style *s, const char *file);
int source_lines(const struct source *f);
const char *source_line(const struct source *f, int line, size_t *n); /* without its newline; "" outside */
void source_close(struct source *f);
/* A line of source for the terminal: tabs and strange characters made plain, cut at `width` columns. free()
 * it. */
char *source_show(const struct simt_style *s, const char *line, size_t n, int width);

/* grader_reading() of the first launch of each kernel, yours; NULL where nothing was launched, or with its reason
 * printed. */
json_t *advice_read(const struct simt_style *s, const json_t *report);
/* Prints what the reading says of the launch with this number. */
void advice_print(const struct simt_style *s, const json_t *reading, size_t launch);

#endif
