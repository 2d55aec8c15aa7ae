//! The counterparts: the libraries with nothing of ours on them.

use std::{
    cell::RefCell,
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Instant,
};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, http::header, rt, web};
use diesel::{
    Connection, PgConnection, RunQueryDsl, SqliteConnection,
    connection::{AnsiTransactionManager, SimpleConnection, TransactionManager},
    sql_types::{Integer, Text},
};

use crate::measure::Task;

/// A handler that compares `If-None-Match` with a fixed ETag and answers 304, or 200 with a few bytes.
async fn unchanged(request: HttpRequest, etag: web::Data<String>) -> HttpResponse {
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known == Some(etag.as_str()) {
        HttpResponse::NotModified().insert_header((header::ETAG, etag.as_str())).finish()
    } else {
        HttpResponse::Ok().insert_header((header::ETAG, etag.as_str())).body("{}")
    }
}

/// The connection of a worker to the database with the row.
struct Row(RefCell<SqliteConnection>);

/// A handler that reads a row of SQLite and sends it.
async fn row(connection: web::Data<Row>) -> HttpResponse {
    let read = diesel::sql_query("SELECT orders FROM sheets WHERE id = ?").bind::<Integer, _>(1);
    match read.get_result::<Sheet>(&mut *connection.0.borrow_mut()) {
        Ok(sheet) => HttpResponse::Ok().content_type("application/json").body(sheet.orders),
        Err(why) => HttpResponse::InternalServerError().body(why.to_string()),
    }
}

#[derive(diesel::QueryableByName)]
struct Sheet {
    #[diesel(sql_type = Text)]
    orders: String,
}

/// Writes the row that the bare handler reads.
pub fn write_row(file: &Path, text: &str) -> Result<(), String> {
    insert(&mut open(file)?, 0, text).map_err(|why| why.to_string())
}

/// Serves the bare handlers until killed. The ETag and the database come in through the environment.
pub fn serve(port: u16, workers: u16) -> Result<(), String> {
    let etag = web::Data::new(std::env::var("CURSUS_LOAD_ETAG").unwrap_or_default());
    let file = PathBuf::from(std::env::var("CURSUS_LOAD_ROW").unwrap_or_default());
    let serve = async move {
        HttpServer::new(move || {
            let connection = open(&file).expect("the database with the row");
            let app = App::new().app_data(etag.clone()).app_data(web::Data::new(Row(RefCell::new(connection))));
            app.route("/view", web::get().to(unchanged)).route("/row", web::get().to(row))
        })
        .workers(usize::from(workers))
        .bind(("127.0.0.1", port))?
        .run()
        .await
    };
    rt::System::new().block_on(serve).map_err(|why| why.to_string())
}

fn open(file: &Path) -> Result<SqliteConnection, String> {
    let url = file.display().to_string();
    let mut connection = SqliteConnection::establish(&url).map_err(|why| why.to_string())?;
    connection
        .batch_execute(
            "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
             CREATE TABLE IF NOT EXISTS sheets (id INTEGER PRIMARY KEY, seat INTEGER NOT NULL, orders TEXT NOT NULL);",
        )
        .map_err(|why| why.to_string())?;
    Ok(connection)
}

/// Threads that insert `orders`, one durable transaction each, through one connection: SQLite has one writer, and
/// waiting for its lock in the database instead starves some of them.
pub fn writers(file: &Path, orders: String) -> Result<impl Fn(u16) -> Result<Task, String>, String> {
    let connection = Arc::new(Mutex::new(open(file)?));
    let orders: Arc<str> = orders.into();
    Ok(move |index| {
        let (connection, orders) = (connection.clone(), orders.clone());
        let task: Task = Box::new(move || {
            let mut connection = connection.lock().map_err(|_| "another writer panicked")?;
            insert(&mut connection, index, &orders).map_err(|why| why.to_string())
        });
        Ok(task)
    })
}

fn insert(connection: &mut SqliteConnection, index: u16, orders: &str) -> diesel::QueryResult<()> {
    AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")?;
    diesel::sql_query("INSERT INTO sheets (seat, orders) VALUES (?, ?)")
        .bind::<Integer, _>(i32::from(index))
        .bind::<Text, _>(orders)
        .execute(connection)?;
    AnsiTransactionManager::commit_transaction(connection)
}

/// How many appends of 4 KiB with fdatasync the disk takes in a second: what bounds every durable figure.
pub fn syncs_per_second(folder: &Path) -> Result<f64, String> {
    let measure = || {
        let mut file = OpenOptions::new().create(true).append(true).open(folder.join("syncs"))?;
        let began = Instant::now();
        for _ in 0..200 {
            file.write_all(&[0; 4096])?;
            file.sync_data()?;
        }
        Ok::<_, std::io::Error>(200.0 / began.elapsed().as_secs_f64())
    };
    measure().map_err(|why| why.to_string())
}

/// Threads that do in Postgres what handing in orders takes, and nothing else: they read game and order set, lock the game,
/// read once more, and replace the orders, each over a connection of its own with statements prepared before.
pub fn postgres_writers<'a>(
    url: &'a str, seats: &'a [String], orders: &'a str,
) -> impl Fn(u16) -> Result<Task, String> + 'a {
    move |index| {
        let mut parts = seats[usize::from(index)].split('/').skip(3);
        let (game, _, seat) = (parts.next(), parts.next(), parts.next());
        let (game, seat) = (game.unwrap_or_default(), seat.unwrap_or_default());
        let mut connection = PgConnection::establish(url).map_err(|why| why.to_string())?;
        let set = "game_id = $1 AND step = 0 AND seat_idx = (SELECT idx FROM seats WHERE game_id = $1 AND key = $2)";
        let prepared = format!(
            "PREPARE look AS SELECT * FROM games WHERE id = $1;
             PREPARE take AS SELECT * FROM games WHERE id = $1 FOR UPDATE;
             PREPARE read AS SELECT * FROM order_sets WHERE {set};
             PREPARE clear AS DELETE FROM jobs WHERE {set};
             PREPARE put AS UPDATE order_sets SET orders = $3, revision = revision + 0 WHERE {set};"
        );
        connection.batch_execute(&prepared).map_err(|why| why.to_string())?;
        let orders = orders.replace('\'', "''");
        let steps = [
            format!("EXECUTE look('{game}')"),
            format!("EXECUTE read('{game}', '{seat}')"),
            "BEGIN".to_owned(),
            format!("EXECUTE take('{game}')"),
            format!("EXECUTE read('{game}', '{seat}')"),
            format!("EXECUTE clear('{game}', '{seat}')"),
            format!("EXECUTE put('{game}', '{seat}', '{orders}')"),
            "COMMIT".to_owned(),
        ];
        let task: Task = Box::new(move || {
            steps.iter().try_for_each(|step| connection.batch_execute(step)).map_err(|why| why.to_string())
        });
        Ok(task)
    }
}
