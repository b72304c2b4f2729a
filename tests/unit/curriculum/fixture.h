/*
 * fixture.h: what the tests of courses share: a copy of tests/data/curriculum beside the real Lua, for each test its own,
 * to be changed. What goes wrong in here fails the test.
 */
#ifndef RIDGE_TEST_FIXTURE_H
#define RIDGE_TEST_FIXTURE_H

#include "curriculum/load/curriculum.h"

extern char fixture_root[64];

/* .init and .fini of a suite */
void fixture_make(void);
void fixture_drop(void);

/* A shell's command, as printf says it. */
void fixture_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Files of the copy, by their names in it. */
char *fixture_read(const char *name); /* free() it */
void fixture_write(const char *name, const char *text);
void fixture_renew(const char *name);                                    /* as it was copied */
int fixture_edit(const char *name, const char *old, const char *new); /* the first `old`; returns its line */

struct curriculum *fixture_open(void);

#endif
