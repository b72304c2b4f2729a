/*
 * similar_boxed.h: the comparison of similar.h in a process of its own, in the box.
 */
#ifndef RIDGE_GRADER_SIMILAR_BOXED_H
#define RIDGE_GRADER_SIMILAR_BOXED_H

#include <jansson.h>

#include "runner/base/util.h"

/* `program`: the path of ridge-similar. The answer to similar_ask(), whose form is checked, yours; or NULL with a
 * sentence in `e`. */
json_t *similar_boxed(const char *program, const json_t *question, struct err *e);

/*
 * The answer as one HTML page, the sources of each pair side by side with what matches marked. `question` has the
 * sources. No scripts; whatever the sources hold is escaped.
 */
void similar_html(const char *title, const json_t *answer, const json_t *question, struct text *to);

#endif
