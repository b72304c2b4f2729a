/* learner.h: Ridge as a learner has it, in a home of its own: its data, an empty workbook and nothing else. */
#ifndef TESTS_LEARNER_H
#define TESTS_LEARNER_H

#include "tui/app/app.h"

void learner_begin(struct app *a, const char *track); /* NULL: no track is chosen */
void learner_end(struct app *a);                      /* the home goes, too */

#endif
