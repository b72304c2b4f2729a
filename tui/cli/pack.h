/* pack.h: parts of `ridge pack` that have a file of their own. Each is a verb, and returns the exit code. */
#ifndef TUI_CLI_PACK_H
#define TUI_CLI_PACK_H

#include "cli.h"

/* `ridge pack autograder LAB`: a zip that Gradescope takes as an autograder, with the lab's course and Ridge itself. */
int pack_autograder(struct cli *c);

/* What ridge-intake says of a folder or a pack, every file of it; NULL with why. A new array. */
json_t *pack_entries(const char *path, struct err *e);

/* What a student edition has of the course `whole`, {path: text} of pack_collect(), with these labs: a new object. NULL
 * with a sentence: a lab that cannot be handed out so, or a course that does not hold without its solutions. */
json_t *pack_student_files(struct cli *c, const json_t *whole, const json_t *labs, struct err *e);

#endif
