/*
 * papers.h: which of the reading list can be kept in a file, and where its open copy is.
 */
#ifndef RIDGE_CURRICULUM_PAPERS_H
#define RIDGE_CURRICULUM_PAPERS_H

#include <jansson.h>

/*
 * The address of a reading's PDF that anybody may download, or NULL: its `pdf`; arXiv's, of an id such as
 * "arXiv:1706.03762"; an id that is an https:// address of a .pdf. `reading`: one of curriculum_readings(). You own
 * the storage.
 */
char *papers_address(const json_t *reading);

/* Where to read it otherwise: its id as an address (a DOI's resolver, arXiv's page), or NULL. You own the storage. */
char *papers_page(const json_t *reading);

#endif
