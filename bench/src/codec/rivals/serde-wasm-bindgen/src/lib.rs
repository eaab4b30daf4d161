//! A message of any shape, without a type of its own in Rust: serde-wasm-bindgen reads the JavaScript value and makes it anew,
//! MessagePack carries it. No value of Rust lies in between, as transcoding hands each part over when it is read.

use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::prelude::{wasm_bindgen, JsError, JsValue};

#[wasm_bindgen]
pub fn encode(value: JsValue) -> Result<Vec<u8>, JsError> {
    let mut bytes = Vec::new();
    serde_transcode::transcode(Deserializer::from(value), &mut rmp_serde::Serializer::new(&mut bytes))?;
    Ok(bytes)
}

/// Maps become objects, and what is missing null, as in JSON.
#[wasm_bindgen]
pub fn decode(bytes: &[u8]) -> Result<JsValue, JsError> {
    let serializer = Serializer::new().serialize_maps_as_objects(true).serialize_missing_as_null(true);
    Ok(serde_transcode::transcode(&mut rmp_serde::Deserializer::from_read_ref(bytes), &serializer)?)
}
