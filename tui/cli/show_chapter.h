/* show_chapter.h: `ridge show` of a deep dive, and of one section of any page. */
#ifndef CLI_SHOW_CHAPTER_H
#define CLI_SHOW_CHAPTER_H

#include "cli.h"

/* A chapter of curriculum_cards(), whole or the named section of it ("Math"; NULL: all); the exit code. */
int show_chapter(struct cli *c, const json_t *card, const char *section);

/* The section "Math", or its part "Math/The induction", of a page of Markdown with its heading; yours. NULL: app.error
 * names the sections that there are. */
char *show_section(struct cli *c, const char *text, const char *section);

#endif
