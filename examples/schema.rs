//! Prints the JSON Schema of the experiment document: `cargo run --example schema`.

fn main() {
    println!("{:#}", suda::schema::schema());
}
