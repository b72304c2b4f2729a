/*
 * cache.h: a folder of what need not be made twice, each file under a name that says its content: keys are hashes.
 * Everything is put there by rename: two builds at once do each other no harm.
 */
#ifndef BUILD_CACHE_H
#define BUILD_CACHE_H

void hash_file(const char *path, char hex[33]); /* the hash of nothing where the file cannot be read */
void hash_tree_of(const char *dir, char hex[33]);

int cache_keep(const char *from, const char *to, int mode); /* whole or not at all; 0 kept */
void cache_touch(const char *path);
void cache_prune(const char *dir); /* the oldest go when the folder has grown too large */

#endif
