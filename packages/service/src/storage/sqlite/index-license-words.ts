// Where SQLite finds licenses by a part of a name, an address or a site: every three characters in a row of each such text
// are a word of a full-text index (https://www.sqlite.org/fts5.html#the_trigram_tokenizer). It holds neither the texts nor
// where in them the three stand, and is kept up by triggers, so that nobody who writes licenses has to know of it. The thread
// that has the files makes it, and loads nothing that writes statements for it.

/** What is indexed of a license; none of its texts has a line break in a search. */
const textOf = (row: string) => `coalesce(${row}name, '') || char(10) || coalesce(${row}email, '')`

const entering = (id: string, site: string, text: string) => `
    insert into license_texts (license_id, site) values (${id}, ${site});
    insert into license_trigrams (rowid, text) select n, ${text} from license_texts where license_id = ${id} and site = ${site};`

/** The index forgets a text by being told it. */
const forgetting = (id: string, site: string, text: string) => `
    insert into license_trigrams (license_trigrams, rowid, text)
      select 'delete', n, ${text} from license_texts where license_id = ${id} and site = ${site};`

/** Of what is there before there are triggers. */
export const FILL_TRIGRAMS = `
  insert into license_trigrams (rowid, text)
    select n, iif(site = '', (select ${textOf('')} from licenses where id = license_id), site) from license_texts;`

/** A text is a license's own where the site is ''. */
export const INDEX_WORDS = `
  create table license_texts (n integer primary key, license_id text not null, site text not null) strict;
  insert into license_texts (license_id, site)
    select id, '' from licenses union all select license_id, site from sites where site <> '';
  create unique index license_texts_of on license_texts (license_id, site);
  create virtual table license_trigrams
    using fts5 (text, content='', columnsize=0, detail=none, tokenize='trigram');
  ${FILL_TRIGRAMS}

  create trigger licenses_insert_words after insert on licenses begin
    ${entering('new.id', "''", textOf('new.'))}
  end;
  create trigger licenses_update_words after update of name, email on licenses
  when old.name is not new.name or old.email is not new.email begin
    ${forgetting('old.id', "''", textOf('old.'))}
    insert into license_trigrams (rowid, text)
      select n, ${textOf('new.')} from license_texts where license_id = new.id and site = '';
  end;
  create trigger licenses_delete_words after delete on licenses begin
    ${forgetting('old.id', "''", textOf('old.'))}
    delete from license_texts where license_id = old.id and site = '';
  end;
  create trigger sites_insert_words after insert on sites when new.site <> '' begin
    ${entering('new.license_id', 'new.site', 'new.site')}
  end;
  create trigger sites_delete_words after delete on sites when old.site <> '' begin
    ${forgetting('old.license_id', 'old.site', 'old.site')}
    delete from license_texts where license_id = old.license_id and site = old.site;
  end;`

/** Brings the index into one piece, in which nothing is left of texts that it was told to forget
 * (https://www.sqlite.org/fts5.html#the_optimize_command). */
export const FORGET_WORDS = `insert into license_trigrams (license_trigrams) values ('optimize');`

/** Has the index forget at once from now on (https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option). */
export const FORGET_AT_ONCE = `
  insert into license_trigrams (license_trigrams, rank) values ('secure-delete', 1);
  ${FORGET_WORDS}`
