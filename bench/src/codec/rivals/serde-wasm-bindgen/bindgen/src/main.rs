//! `bindgen IN.wasm FOLDER`: the glue between a module and JavaScript, as an ES module for Node.

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        panic!("give the module and the folder to write to");
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(module)
        .nodejs_module(true)
        .expect("one kind of module")
        .typescript(true)
        .out_name("serde-rival")
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder).expect("a module with the sections of wasm-bindgen");
}
