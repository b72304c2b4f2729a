/*
 * mdparse.h: how a text of ours is read as Markdown, whatever is made of it. Internal to curriculum/load: markdown.c
 * makes lines for a terminal of it, mdpage.c a page for a browser.
 */
#ifndef RIDGE_MDPARSE_H
#define RIDGE_MDPARSE_H

#include <stddef.h>

#include <md4c.h>

enum { MDPARSE_INDENT = 4, MDPARSE_ENTITY = 5 };

/* md_parse() with our extensions, of at most 8 MiB; the flags of `callbacks` are not looked at. -1: no memory, or a
 * callback gave up. */
int mdparse(const char *text, size_t size, const MD_PARSER *callbacks, void *ctx);

/* What "&lt;" and its like stand for, and its length; 0: nobody knows it, or it is too long. */
size_t mdparse_entity(const char *entity, size_t n, char ret[MDPARSE_ENTITY]);

#endif
