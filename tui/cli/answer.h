/* answer.h: what the parts of `ridge answer` share. */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "cli.h"

/* The owner as an argument: week 19 is "19", since "w19" is taken for the first lab of that week; a page has the name
 * that `ridge list` gives it, without a folder. */
const char *answer_argument(const char *owner);

/* Judged and kept. NULL when it is no answer, which has been told; *code then is the exit code. */
json_t *answer_judge(struct cli *c, const char *owner, const json_t *question, const char *text, int *code);

/* Asks for each item of a rubric whether the text has it, a line each; the numbers of those that it has. NULL: the
 * input ended before the last. */
json_t *answer_ask_items(const json_t *rubric);

/* Keeps a text ("": the one that was kept last is meant) and, with --ticks or asked on a terminal, what somebody says
 * that it has of the rubric. An exit code: 0 once its rubric was gone through. */
int answer_text(struct cli *c, const char *owner, const json_t *question, const char *text);

#endif
