// The trigram index of SQLite over names, emails and sites (https://www.sqlite.org/fts5.html#the_trigram_tokenizer). It
// stores neither the texts nor positions, and triggers maintain it. The thread that owns the files creates it, so this
// module must not import the query builder.

/** The indexed text of a license. The line break keeps matches from spanning both fields. */
const textOf = (row: string) => `coalesce(${row}name, '') || char(10) || coalesce(${row}email, '')`

const insertTexts = (id: string, site: string, text: string) => `
    insert into license_texts (license_id, site) values (${id}, ${site});
    insert into license_trigrams (rowid, text) select n, ${text} from license_texts where license_id = ${id} and site = ${site};`

/** A contentless index deletes a text only when given that text. */
const deleteTexts = (id: string, site: string, text: string) => `
    insert into license_trigrams (license_trigrams, rowid, text)
      select 'delete', n, ${text} from license_texts where license_id = ${id} and site = ${site};`

/** Indexes the rows from before the triggers. */
export const FILL_TRIGRAMS = `
  insert into license_trigrams (rowid, text)
    select n, iif(site = '', (select ${textOf('')} from licenses where id = license_id), site) from license_texts;`

/** The row with site '' contains the license's own text. */
export const INDEX_TRIGRAMS = `
  create table license_texts (n integer primary key, license_id text not null, site text not null) strict;
  insert into license_texts (license_id, site)
    select id, '' from licenses union all select license_id, site from sites where site <> '';
  create unique index license_texts_of on license_texts (license_id, site);
  create virtual table license_trigrams
    using fts5 (text, content='', columnsize=0, detail=none, tokenize='trigram');
  ${FILL_TRIGRAMS}

  create trigger licenses_insert_words after insert on licenses begin
    ${insertTexts('new.id', "''", textOf('new.'))}
  end;
  create trigger licenses_update_words after update of name, email on licenses
  when old.name is not new.name or old.email is not new.email begin
    ${deleteTexts('old.id', "''", textOf('old.'))}
    insert into license_trigrams (rowid, text)
      select n, ${textOf('new.')} from license_texts where license_id = new.id and site = '';
  end;
  create trigger licenses_delete_words after delete on licenses begin
    ${deleteTexts('old.id', "''", textOf('old.'))}
    delete from license_texts where license_id = old.id and site = '';
  end;
  create trigger sites_insert_words after insert on sites when new.site <> '' begin
    ${insertTexts('new.license_id', 'new.site', 'new.site')}
  end;
  create trigger sites_delete_words after delete on sites when old.site <> '' begin
    ${deleteTexts('old.license_id', 'old.site', 'old.site')}
    delete from license_texts where license_id = old.license_id and site = old.site;
  end;`

/** Merges the index, so that nothing is left of deleted texts (https://www.sqlite.org/fts5.html#the_optimize_command).
 */
export const OPTIMIZE_TRIGRAMS = `insert into license_trigrams (license_trigrams) values ('optimize');`

/** From now on the index removes deleted texts immediately
 * (https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option). */
export const ENABLE_SECURE_DELETE = `
  insert into license_trigrams (license_trigrams, rank) values ('secure-delete', 1);
  ${OPTIMIZE_TRIGRAMS}`
